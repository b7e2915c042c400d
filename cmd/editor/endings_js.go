package main

import "context"

// untilTold returns a context that no signal cancels: a page closes without notice.
func untilTold(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithCancel(ctx)
}
