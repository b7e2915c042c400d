package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"fillet/editor/level"

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

// completePresets lets a shell complete the names of export presets: those of the level files on the command line.
func completePresets(cmd *cobra.Command) {
	err := cmd.RegisterFlagCompletionFunc("preset", func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var names []cobra.Completion
		for _, file := range args {
			doc, err := level.Open(file)
			if err != nil {
				continue // running the command says why
			}
			for _, p := range doc.Settings().Exports {
				if !slices.Contains(names, p.Name) {
					names = append(names, p.Name)
				}
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // a command without the flag is a mistake in this program
	}
}

// exactly is the arguments that a command takes, by the names that its use line has for them.
func exactly(names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) < len(names):
			return fmt.Errorf("%s is missing", strings.Join(names[len(args):], " "))
		case len(args) > len(names) && len(names) == 0:
			return fmt.Errorf("%q is one argument too many: it takes none", args[0])
		case len(args) > len(names):
			return fmt.Errorf("%q is one argument too many: it takes one %s", args[len(names)], strings.Join(names, " and one "))
		}
		return nil
	}
}

// atLeastOne is one argument or more of a name.
func atLeastOne(name string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("%s is missing", name)
		}
		return nil
	}
}

// completeFiles lets a shell complete up to n files, any number where n is 0.
func completeFiles(n int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if n > 0 && len(args) >= n {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveDefault
	}
}

// samePath reports whether two names are of one file that there is.
func samePath(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && infoA.Mode().IsRegular() && os.SameFile(infoA, infoB)
}

// oneOf is an error unless a flag's value is one of the words.
func oneOf(flag, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return fmt.Errorf("--%s is one of %s, not %q", flag, strings.Join(words, ", "), value)
}
