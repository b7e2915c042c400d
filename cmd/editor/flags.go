package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"fillet/editor/level"

	"github.com/spf13/cobra"
)

// spareInputs refuses to write an output over a file that is read. Import and merge see to it themselves: they may write a
// level file anew.
func spareInputs(cmd *cobra.Command, args []string) error {
	if cmd.Name() == "import" || cmd.Name() == "merge" {
		return nil
	}
	for _, name := range []string{"output", "picture"} {
		f := cmd.Flags().Lookup(name)
		if f == nil {
			continue
		}
		for _, in := range args {
			if samePath(in, f.Value.String()) {
				return fmt.Errorf("%s would be written over the input", in)
			}
		}
	}
	return nil
}

// errNoOutput is the error of a command that has to be told where to write.
var errNoOutput = errors.New("where to? name the file with -o, or - for standard output")

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
