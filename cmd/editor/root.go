//go:build !js

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"

	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/export/colliders"
	"fillet/importers"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// exitCodes explains the exit codes.
const exitCodes = `0 done; 1 done, but something was lost that changes how a game plays (each loss is on standard error); 2 usage
error; 3 an input could not be read or an output could not be written.`

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "fillet [FILE…]",
		Short: "Fillet: draw, check and export the colliders of 2D levels",
		Long: `Fillet is an editor for the collision side of 2D game levels.

Without a command it opens the window with the given files: Fillet levels (*.level.yaml), or files of other editors,
which it imports. The commands do the same work without a window or a display.

Wherever a command reads a level, it also takes a file of another editor or an exported collider file, and recognizes
them by their content. The name - means standard input or output.

Exit codes: ` + exitCodes,
		Example: `  fillet cavern.level.yaml
  fillet import world.ldtk -o world.level.yaml
  fillet export world.level.yaml -f json -o world.colliders.json
  fillet contacts world.level.yaml -f text`,
		Version:       version().String(),
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true, // run reports them
		SilenceUsage:  true,
		RunE:          a.openWindow,
	}
	root.Flags().Bool(emptyFlag, false, "open the window without the levels of the last session")
	root.SetVersionTemplate("{{.Version}}\n")
	root.PersistentPreRunE = checkOutputs
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return plainFlagError(err) })
	root.PersistentFlags().BoolVarP(&a.quiet, "quiet", "q", false, "print no notes, only losses and errors")
	root.AddCommand(
		a.importCommand(), a.reimportCommand(), a.tilesCommand(), a.exportCommand(),
		a.serveCommand(), a.newCommand(), a.checkCommand(), a.contactsCommand(), a.rayCommand(), a.renderCommand(),
		a.playCommand(),
		a.mergeCommand(), a.diffCommand(), a.gitSetupCommand(),
		a.formatsCommand(), a.schemaCommand(), a.versionCommand(), a.manCommand(),
	)
	root.DisableFlagsInUseLine = true
	for _, cmd := range root.Commands() {
		cmd.DisableFlagsInUseLine = true // their usage lines list the flags already
		requireDecimals(cmd.Flags())
	}
	callBy(root, a.name)
	return root
}

// callBy replaces the program's name in the help of a command and its subcommands.
func callBy(cmd *cobra.Command, name string) {
	for _, text := range []*string{&cmd.Use, &cmd.Long, &cmd.Example} {
		*text = strings.ReplaceAll(*text, "fillet ", name+" ")
	}
	for _, c := range cmd.Commands() {
		callBy(c, name)
	}
}

func (a *app) openWindow(cmd *cobra.Command, args []string) error {
	files, err := windowFiles(cmd, args)
	if err != nil {
		return err
	}
	endProfile, frame, err := profile()
	if err != nil {
		return fmt.Errorf("%s: %w", profileEnv, err)
	}
	empty, err := cmd.Flags().GetBool(emptyFlag)
	if err != nil {
		return err
	}
	err = errors.Join(runWindow(windowOptions{
		Context: cmd.Context(), Files: files, Empty: empty,
		Importers: a.importers, Exporters: a.exporters, Frame: frame,
	}), endProfile())
	if err != nil && !errors.Is(err, errNoWindow) {
		return unreadable(err)
	}
	if err != nil {
		return &codeError{exitUsage, err}
	}
	return nil
}

// windowFiles returns the absolute paths of the files to open in a window. Paths that are saved or remembered must not
// depend on the working folder at the start.
func windowFiles(cmd *cobra.Command, args []string) ([]string, error) {
	var files []string
	for _, f := range args {
		paths, _, err := Expand(f, runtime.GOOS == "windows")
		if err != nil {
			return nil, err
		}
		if len(paths) == 0 {
			return nil, unreadable(fmt.Errorf("no file matches %s", f))
		}
		files = append(files, paths...)
	}
	for i, f := range files {
		if err := mistakenCommand(cmd, f); err != nil {
			return nil, err
		}
		var err error
		if files[i], err = filepath.Abs(f); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// mistakenCommand returns an error if an argument was meant to be a command: a bare word that is not a file.
func mistakenCommand(cmd *cobra.Command, arg string) error {
	if strings.ContainsAny(arg, `./\`) {
		return nil
	}
	if _, err := os.Stat(arg); err == nil {
		return nil
	}
	hint := ""
	cmd.SuggestionsMinimumDistance = 2
	if s := cmd.SuggestionsFor(arg); len(s) > 0 {
		hint = fmt.Sprintf("; did you mean %q?", s[0])
	}
	return fmt.Errorf("%q is neither a command nor a file%s", arg, hint)
}

func (a *app) formatsCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "formats",
		Short: "List the formats that Fillet reads and writes",
		Example: `  fillet formats
  fillet formats -f json`,
		Args:              exactly(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			if format == "json" {
				return a.writeJSON(map[string]any{"formats": a.formats()})
			}
			return a.write("-", formatsText(a.formats()))
		},
	}
	formatFlag(cmd, &format)
	return cmd
}

// format describes an import or export format in the list of formats.
type format struct {
	Name       string   `json:"name"`
	Title      string   `json:"title"`
	Extensions []string `json:"extensions"`
	Reads      bool     `json:"reads"`
	Writes     bool     `json:"writes"`
}

func (a *app) formats() []format {
	list := []format{{
		"level", fmt.Sprintf("Fillet level, version %d", level.Version),
		[]string{".level.yaml"},
		true,
		true,
	}}
	for _, i := range a.importers.All() {
		list = append(list, format{i.Name(), i.Title(), i.Extensions(), true, false})
	}
	for _, e := range a.exporters.All() {
		list = append(list, format{e.Name(), e.Title(), []string{e.Extension()}, false, true})
	}
	return list
}

func formatsText(list []format) []byte {
	var b bytes.Buffer
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NAME\tREADS\tWRITES\tFILES\tDESCRIPTION")
	mark := map[bool]string{true: "yes", false: "-"}
	for _, f := range list {
		files := make([]string, len(f.Extensions))
		for i, e := range f.Extensions {
			files[i] = "*" + e
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", f.Name, mark[f.Reads], mark[f.Writes], strings.Join(files, " "), f.Title)
	}
	_ = t.Flush() // it writes to memory
	return b.Bytes()
}

func (a *app) versionCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Example: `  fillet version
  fillet version -f json`,
		Args:              exactly(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			if format == "text" {
				return a.write("-", []byte(version().String()+"\n"))
			}
			return a.writeJSON(version().fields())
		},
	}
	formatFlag(cmd, &format)
	return cmd
}

// build describes how the binary was built.
type build struct {
	version  string
	revision string
	modified bool
	time     string
	window   bool
}

// fields returns the build info for JSON.
func (b build) fields() map[string]any {
	return map[string]any{
		"version": b.version, "revision": b.revision, "modified": b.modified, "time": b.time, "window": b.window,
		"go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH,
	}
}

func version() build {
	b := build{version: "(devel)", window: hasWindow}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.revision = s.Value
		case "vcs.modified":
			b.modified = s.Value == "true"
		case "vcs.time":
			b.time = s.Value
		}
	}
	return b
}

func (b build) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "fillet %s", b.version)
	if b.revision != "" {
		fmt.Fprintf(&s, " (%.12s", b.revision)
		if b.modified {
			s.WriteString(", modified")
		}
		if b.time != "" {
			s.WriteString(", " + b.time)
		}
		s.WriteString(")")
	}
	fmt.Fprintf(&s, " %s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if !b.window {
		s.WriteString(", without the window")
	}
	return s.String()
}

// schemas lists the JSON Schemas (draft 2020-12) of files. Text editors use them for completion and validation; the
// program's own readers do not.
var schemas = []struct {
	name, of string
	text     func() []byte
}{
	{"colliders", "exported collider files, JSON or YAML", colliders.Schema},
	{"level", "levels and prefabs, *.level.yaml", level.Schema},
	{"project", "fillet.project.yaml", func() []byte { return project.Schema }},
	{"tiles", "tile shapes, *.tiles.yaml", importers.TilesSchema},
}

func (a *app) schemaCommand() *cobra.Command {
	var out string
	var names []string
	var list strings.Builder
	for _, s := range schemas {
		names = append(names, s.name)
		fmt.Fprintf(&list, "  %-10s %s\n", s.name, s.of)
	}
	cmd := &cobra.Command{
		Use:   "schema [" + strings.Join(names, "|") + "]",
		Short: "Write the JSON Schema of a kind of file",
		Long: "Write the JSON Schema (draft 2020-12) of a kind of file; by default, of the collider files that " +
			"\"fillet export\" writes:\n\n" + list.String() + `
Editors use it to complete and check files: docs/PROJECTS.md shows how to set them up.`,
		Example: `  fillet schema -o fillet-colliders-1.schema.json
  fillet schema level -o .vscode/fillet-level.schema.json
  fillet schema | jq '."$defs".collider.required'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("unexpected argument %q: the command takes one kind of file", args[1])
			}
			if len(args) == 1 && args[0] != "prefab" && !slices.Contains(names, args[0]) {
				return fmt.Errorf("unknown schema %q; the schemas are %s", args[0], strings.Join(names, ", "))
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			name := append(args, names[0])[0]
			if name == "prefab" {
				name = "level" // a prefab is a level file
			}
			return a.writeReport(out, schemas[slices.Index(names, name)].text())
		},
	}
	outputFlag(cmd, &out)
	return cmd
}

// manCommand writes the manual page to standard output, for `make release`.
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

// manual returns the manual page of a program, in UTF-8 with roff's man macros.
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

// roff escapes the characters that are special to roff. Hyphens remain hyphens, so that commands can be pasted into a
// shell.
func roff(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(s)
}
