//go:build !js

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
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

Wherever a command reads a level, it also takes a file of another editor or an exported collider file, and recognises
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
	root.PersistentPreRunE = spareInputs
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return plainFlagError(err) })
	root.PersistentFlags().BoolVarP(&a.quiet, "quiet", "q", false, "print no notes, only losses and errors")
	root.AddCommand(
		a.importCommand(), a.reimportCommand(), a.tilesCommand(), a.exportCommand(), a.convertCommand(),
		a.buildCommand(), a.newCommand(), a.checkCommand(), a.contactsCommand(), a.rayCommand(), a.renderCommand(),
		a.playCommand(),
		a.mergeCommand(), a.diffCommand(), a.gitSetupCommand(),
		a.formatsCommand(), a.schemaCommand(), a.versionCommand(), a.manCommand(),
	)
	root.DisableFlagsInUseLine = true
	for _, cmd := range root.Commands() {
		cmd.DisableFlagsInUseLine = true // their usage lines list the flags
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

// windowFiles returns the absolute paths of the files to open in a window: paths that are saved or remembered must not
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
