package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// mustBeGiven makes a flag required. The flag is one of the command's own, so it is there.
func mustBeGiven(cmd *cobra.Command, flag string) {
	if err := cmd.MarkFlagRequired(flag); err != nil {
		panic(err) // a command without the flag is a mistake in this program
	}
}

// completeWords lets a shell complete a flag's value.
func completeWords(cmd *cobra.Command, flag string, words ...string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // a command without the flag is a mistake in this program
	}
}

// oneOf is an error unless a flag's value is one of the words.
func oneOf(flag, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return fmt.Errorf("--%s is one of %s, not %q", flag, strings.Join(words, ", "), value)
}
