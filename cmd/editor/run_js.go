package main

import (
	"context"
	"io"
	"os"
	"slices"
)

// run opens the window. A page has no command line, so none of the commands is part of the program there; its script says only whether
// the levels of the last time are to stay closed, as the address has one.
func run(ctx context.Context, args []string, _ io.Reader, _, _ io.Writer) int {
	err := runWindow(windowOptions{Context: ctx, Empty: slices.Contains(args, "--"+emptyFlag), Importers: newImporters(), Exporters: newExporters()})
	if err != nil {
		tell(plainText{os.Stderr}, "%s: %v", programName(args), err)
		return exitUnreadable
	}
	return exitOK
}
