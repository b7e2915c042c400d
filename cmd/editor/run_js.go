package main

import (
	"context"
	"io"
	"os"
	"slices"
)

// run opens the window. A page has no command line, so the commands are not part of this build; the page's script only
// passes the flag that keeps the levels of the last session closed, for an address that names a level.
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
