package main

import (
	"context"
	"io"
	"os"
	"slices"
)

// untilSignal returns a context that no signal cancels: a page closes without notice.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithCancel(ctx)
}

// run opens the window. A page has no command line, so this build has no commands. The page's script passes only one
// flag, for an address that names a level: it keeps the levels of the last session closed.
func run(ctx context.Context, args []string, _ io.Reader, _, _ io.Writer) int {
	err := runWindow(windowOptions{
		Context: ctx, Empty: slices.Contains(args, "--"+emptyFlag),
		Importers: newImporters(), Exporters: newExporters(),
	})
	if err != nil {
		tell(plainText{os.Stderr}, "%s: %v", programName(args), err)
		return exitUnreadable
	}
	return exitOK
}
