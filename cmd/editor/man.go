//go:build !js

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manCommand writes the manual page to standard output: `make release` packs it.
func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man",
		Hidden: true,
		Args:   exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.write("-", []byte(manual(cmd.Root(), version())))
		},
	}
}

// manual returns the manual page of a program: roff's man macros, in UTF-8.
func manual(root *cobra.Command, b build) string {
	var p page
	name := root.Name()
	day, _, _ := strings.Cut(b.time, "T")
	p.macro("TH", strings.ToUpper(name), "1", day, "Fillet "+b.version, "User Commands")
	p.macro("SH", "NAME")
	_, about, _ := strings.Cut(root.Short, ": ")
	p.text(name + " - " + about)
	p.macro("SH", "SYNOPSIS")
	p.call(root)
	for _, c := range manualCommands(root) {
		p.macro("br")
		p.call(c)
	}
	p.macro("SH", "DESCRIPTION")
	long, _, _ := strings.Cut(root.Long, "\n\nExit codes: ")
	p.text(long)
	p.macro("SH", "OPTIONS")
	p.flags(root.PersistentFlags())
	root.InitDefaultHelpFlag()
	root.InitDefaultVersionFlag()
	p.flag(root.Flags().Lookup(emptyFlag))
	p.flag(root.Flags().Lookup("help"))
	p.flag(root.Flags().Lookup("version"))
	p.macro("SH", "COMMANDS")
	for _, c := range manualCommands(root) {
		p.macro("SS", strings.TrimPrefix(c.CommandPath(), name+" "))
		if about := c.Long; about != "" {
			p.text(about)
		} else {
			p.text(c.Short + ".")
		}
		p.flags(c.LocalNonPersistentFlags())
		if c.Example != "" {
			p.macro("PP")
			p.line("Examples:")
			p.literal(c.Example)
		}
	}
	p.macro("SH", "EXIT STATUS")
	for code := range strings.SplitSeq(exitCodes, "; ") {
		number, meaning, _ := strings.Cut(code, " ")
		p.macro("TP", "4")
		p.text(number)
		p.text(strings.TrimSuffix(meaning, ".") + ".")
	}
	p.macro("SH", "EXAMPLES")
	p.literal(root.Example)
	return p.String()
}

// manualCommands returns the subcommands that the manual describes, sorted by name.
func manualCommands(cmd *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool {
		return !c.IsAvailableCommand()
	})
}

// page is a manual page being written.
type page struct{ strings.Builder }

// macro writes a macro line.
func (p *page) macro(name string, args ...string) {
	p.WriteString("." + name)
	for _, a := range args {
		fmt.Fprintf(p, " \"%s\"", strings.ReplaceAll(roff(a), `"`, `\(dq`))
	}
	p.WriteString("\n")
}

// text writes paragraphs separated by empty lines.
func (p *page) text(s string) {
	for i, paragraph := range strings.Split(strings.TrimSpace(s), "\n\n") {
		if i > 0 {
			p.macro("PP")
		}
		if strings.HasPrefix(paragraph, " ") {
			p.literal(paragraph)
			continue
		}
		for line := range strings.SplitSeq(paragraph, "\n") {
			p.line(line)
		}
	}
}

// literal writes lines without reflowing them, as in a terminal.
func (p *page) literal(s string) {
	p.macro("RS", "4")
	p.macro("nf")
	for line := range strings.SplitSeq(strings.Trim(s, "\n"), "\n") {
		p.line(strings.TrimPrefix(line, "  "))
	}
	p.macro("fi")
	p.macro("RE")
}

// call writes the usage line of a command.
func (p *page) call(c *cobra.Command) {
	_, use, _ := strings.Cut(c.Use, " ")
	if below := manualCommands(c); c.HasParent() && len(below) > 0 {
		names := make([]string, len(below))
		for i, b := range below {
			names[i] = b.Name()
		}
		use = strings.Join(names, "|")
	}
	p.WriteString(strings.TrimSpace(`\fB`+roff(c.CommandPath())+`\fR `+roff(use)) + "\n")
}

// flags writes the options of a command.
func (p *page) flags(set *pflag.FlagSet) {
	set.VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" && !f.Hidden {
			p.flag(f)
		}
	})
}

func (p *page) flag(f *pflag.Flag) {
	value, usage := pflag.UnquoteUsage(f)
	p.macro("TP")
	if f.Shorthand != "" {
		fmt.Fprintf(p, "\\fB%s\\fR, ", roff("-"+f.Shorthand))
	}
	fmt.Fprintf(p, "\\fB%s\\fR", roff("--"+f.Name))
	if value != "" && f.NoOptDefVal == "" {
		fmt.Fprintf(p, " \\fI%s\\fR", roff(value))
	}
	p.WriteString("\n")
	if d := f.DefValue; d != "" && d != "false" && d != "0" && d != "[]" && !strings.Contains(usage, "default") {
		usage += " (default " + d + ")"
	}
	p.line(usage)
}

// line writes a line of text that roff may reflow.
func (p *page) line(s string) {
	s = roff(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	p.WriteString(s + "\n")
}

// roff escapes the characters that are special to roff. Hyphens stay such that they can be pasted into a shell.
func roff(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(s)
}
