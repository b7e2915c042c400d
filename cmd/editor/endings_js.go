package main

import "context"

// untilTold gives a context that is never done by itself: a page ends without a word.
func untilTold(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithCancel(ctx)
}
