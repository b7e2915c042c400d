//go:build !js

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/render"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// checkOutputs rejects a command line that would overwrite an input, or write two outputs to the same file. Import and
// merge check their own arguments, because they may rewrite a level file.
func checkOutputs(cmd *cobra.Command, args []string) error {
	value := func(name string) string {
		if f := cmd.Flags().Lookup(name); f != nil {
			return f.Value.String()
		}
		return ""
	}
	var read []string
	if cmd.Name() != "import" && cmd.Name() != "merge" {
		read = append(read, args...)
	}
	for _, name := range []string{"inputs", "template", "map"} {
		read = append(read, value(name))
	}
	written := map[string]string{}
	for _, name := range []string{"output", "picture"} {
		to := value(name)
		if to == "" {
			continue
		}
		for _, in := range read {
			if samePath(in, to) {
				return fmt.Errorf("the output would overwrite the input %s", in)
			}
		}
		if to = filepath.Clean(to); to == os.DevNull {
			continue
		}
		if earlier, ok := written[to]; ok {
			return fmt.Errorf("--%s and --%s cannot both write to %s", earlier, name, to)
		}
		written[to] = name
	}
	return nil
}

// requireDecimals makes the numeric flags of a command accept only decimal numbers.
func requireDecimals(flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if kind := f.Value.Type(); kind == "int" || kind == "float64" {
			f.Value = decimal{f.Value}
		}
	})
}

// decimal is the value of a numeric flag that accepts only decimal numbers: 010 is ten, not eight as in Go.
type decimal struct{ pflag.Value }

// Set parses a decimal number.
func (d decimal) Set(s string) error {
	if d.Type() == "float64" {
		if _, err := parseNumber(s); err != nil {
			return err
		}
		return d.Value.Set(s)
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return err
	}
	return d.Value.Set(strconv.Itoa(n))
}

// parseNumber parses a finite decimal number. Unlike strconv it rejects other bases, underscores, Inf and NaN.
func parseNumber(s string) (float64, error) {
	if strings.Trim(s, "+-.0123456789eE") != "" {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(s, 64)
}

// plainFlagError rewords the error for an invalid flag value without the names of Go's parsers.
func plainFlagError(err error) error {
	var bad *pflag.InvalidValueError
	if !errors.As(err, &bad) {
		return err
	}
	f, wants := bad.GetFlag(), ""
	switch f.Value.Type() {
	case "int":
		wants = "a whole number"
	case "float64":
		wants = "a number"
	case "bool":
		wants = "true or false"
	case "intSlice":
		wants = "whole numbers such as 16,16"
	default:
		return err
	}
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("--%s is too large: %s", f.Name, quote.Excerpt(bad.GetValue()))
	}
	return fmt.Errorf("--%s takes %s, not %q", f.Name, wants, quote.Excerpt(bad.GetValue()))
}

// errNoOutput reports that a command needs an output file.
var errNoOutput = errors.New("no output: name the file with -o, or - for standard output")

// must panics on errors that only a bug in this program can cause, such as an unknown flag name.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// completeWords offers words as shell completions of a flag's value.
func completeWords(cmd *cobra.Command, flag string, words ...string) {
	must(cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)))
}

// before adds a check that runs before the command.
func before(cmd *cobra.Command, check func() error) {
	earlier := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if earlier != nil {
			if err := earlier(cmd, args); err != nil {
				return err
			}
		}
		return check()
	}
}

// wordFlag adds a flag that accepts one of words; its default is the current value. If the default is empty, an empty
// value means that the flag is not set.
func wordFlag(cmd *cobra.Command, value *string, name, short, usage string, words ...string) {
	cmd.Flags().StringVarP(value, name, short, *value, usage)
	completeWords(cmd, name, words...)
	before(cmd, func() error {
		if f := cmd.Flags().Lookup(name); *value == "" && f.DefValue == "" || slices.Contains(words, *value) {
			return nil
		}
		return fmt.Errorf("--%s must be one of %s, not %q", name, strings.Join(words, ", "), *value)
	})
}

// formatFlag adds the flag that selects text (the default) or JSON for a report.
func formatFlag(cmd *cobra.Command, value *string) {
	*value = "text"
	wordFlag(cmd, value, "format", "f", "text or json", "text", "json")
}

// widthFlag adds the flag for a picture's width.
func widthFlag(cmd *cobra.Command, width *int) {
	cmd.Flags().IntVar(width, "width", 0, "width of the picture in `pixels` (default: the level's own, up to 4096)")
	before(cmd, func() error {
		if cmd.Flags().Changed("width") && (*width < 1 || *width > render.MaxPicture) {
			return fmt.Errorf("--width is %d; it must be from 1 to %d", *width, render.MaxPicture)
		}
		return nil
	})
}

// themeFlag adds the flag for a picture's colours; the default is dark.
func themeFlag(cmd *cobra.Command, theme *string) {
	*theme = "dark"
	wordFlag(cmd, theme, "theme", "", "dark or light", "dark", "light")
}

// outputFlag adds the flag for a report's file; the default is standard output.
func outputFlag(cmd *cobra.Command, out *string) {
	cmd.Flags().StringVarP(out, "output", "o", "-", "the `file` to write, or - for standard output")
}

// completePresets offers the export presets of the level files on the command line as shell completions.
func completePresets(cmd *cobra.Command) {
	must(cmd.RegisterFlagCompletionFunc("preset", func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion,
		cobra.ShellCompDirective,
	) {
		var names []cobra.Completion
		for _, file := range args {
			doc, err := level.Open(file)
			if err != nil {
				continue // running the command reports the cause
			}
			for _, p := range doc.Settings().Exports {
				if !slices.Contains(names, p.Name) {
					names = append(names, p.Name)
				}
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}))
}

// exactly accepts one argument per name, as in the command's usage line.
func exactly(names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) < len(names):
			return fmt.Errorf("%s is missing", strings.Join(names[len(args):], " "))
		case len(args) > len(names) && len(names) == 0:
			return fmt.Errorf("unexpected argument %q: the command takes none", args[0])
		case len(args) > len(names):
			return fmt.Errorf("unexpected argument %q: the command takes one %s", args[len(names)],
				strings.Join(names, " and one "))
		}
		return nil
	}
}

// atLeastOne accepts one or more arguments.
func atLeastOne(name string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("%s is missing", name)
		}
		return nil
	}
}

// completeFiles offers up to n files as shell completions, or any number if n is 0.
func completeFiles(n int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if n > 0 && len(args) >= n {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveDefault
	}
}

// samePath reports whether two paths name the same existing file.
func samePath(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && infoA.Mode().IsRegular() && os.SameFile(infoA, infoB)
}
