package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// Methods of widgets that the toolkit calls for events.
var eventMethods = strings.Fields("Tapped TappedSecondary DoubleTapped Dragged DragEnd MouseDown MouseUp MouseIn " +
	"MouseMoved MouseOut " +
	"Scrolled TypedKey TypedRune TypedShortcut FocusGained FocusLost KeyDown KeyUp")

// Functions that schedule callbacks or make the toolkit call them. Only kit.Thread may use them.
var threadOnly = strings.Fields("fyne.Do fyne.DoAndWait time.AfterFunc time.NewTicker canvas.NewRaster " +
	"widget.NewList widget.NewTable widget.NewTree " +
	"widget.ShowPopUpMenuAtPosition widget.NewPopUpMenu fyne.NewMenuItem widget.NewButton fyne.NewAnimation")

// Functions that take a callback for the toolkit.
var takesFunctions = strings.Fields("NewCheck NewSelect NewRadioGroup NewHyperlink AddListener AddShortcut " +
	"SetCloseIntercept SetOnClosed SetOnDropped " +
	"SetOnTypedKey SetOnTypedRune SetOnKeyDown SetOnKeyUp SetOnExitedForeground SetOnEnteredForeground SetOnStopped " +
	"SetOnStarted")

// Callbacks of Fillet's own controls, which guard their calls.
var ownCallbacks = strings.Fields("OnPick OnTap OnCommit OnChange OnPanic OnFrame OnCursor OnView OnMenu OnMoved " +
	"OnLevel OnEmpty OnOpen OnSave OnRecent OnOther OnCrash OnInterval OnLeft OnAll OnFound")

// Every callback from the toolkit is guarded, so that no panic escapes.
func TestEveryCallOfTheToolkitIsGuarded(t *testing.T) {
	var files []string
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	callbacks := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		isThread := name == filepath.Join("kit", "thread.go")
		ast.Inspect(file, func(n ast.Node) bool {
			past := func(what string) { t.Errorf("%s: %s is not guarded", set.Position(n.Pos()), what) }
			switch n := n.(type) {
			case *ast.GoStmt:
				if !isThread {
					past("a goroutine")
				}
			case *ast.FuncDecl:
				if n.Recv != nil && slices.Contains(eventMethods, n.Name.Name) && len(n.Body.List) > 0 {
					callbacks++
					if !isCaught(n.Body.List[0]) {
						past(n.Name.Name)
					}
				}
			case *ast.SelectorExpr:
				if n.Sel.Name == "NewThemeOverride" {
					t.Errorf("%s: a theme override reloads all fonts at each refresh and never frees them",
						set.Position(n.Pos()))
				}
				if x, ok := n.X.(*ast.Ident); ok && !isThread && slices.Contains(threadOnly, x.Name+"."+n.Sel.Name) {
					past(x.Name + "." + n.Sel.Name)
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && !isThread && slices.Contains(takesFunctions, f.Sel.Name) {
					callbacks++
					if last := n.Args[len(n.Args)-1]; !isWrapped(last) {
						past(f.Sel.Name)
					}
				}
			case *ast.AssignStmt:
				for i, to := range n.Lhs {
					if s, ok := to.(*ast.SelectorExpr); ok && strings.HasPrefix(s.Sel.Name, "On") &&
						!slices.Contains(ownCallbacks, s.Sel.Name) && len(n.Rhs) == len(n.Lhs) {
						callbacks++
						if _, literal := n.Rhs[i].(*ast.FuncLit); literal {
							past(s.Sel.Name)
						}
					}
				}
			}
			return true
		})
	}
	const few = 60
	if callbacks < few {
		t.Errorf("found only %d callbacks, so the test misses code", callbacks)
	}
}

// isCaught reports whether a statement is "defer ….Catch()".
func isCaught(s ast.Stmt) bool {
	d, ok := s.(*ast.DeferStmt)
	if !ok {
		return false
	}
	f, ok := d.Call.Fun.(*ast.SelectorExpr)
	return ok && f.Sel.Name == "Catch"
}

// isWrapped reports whether a function is guarded: it is nil or the result of Guard, Guarded or Guarded2.
func isWrapped(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == "nil"
	case *ast.CallExpr:
		switch f := e.Fun.(type) {
		case *ast.Ident:
			return strings.HasPrefix(f.Name, "Guarded")
		case *ast.SelectorExpr:
			return strings.HasPrefix(f.Sel.Name, "Guard")
		}
	}
	return false
}

// A panic in a menu item, a button, a field, a timer, a file drop, an image or background work does not end the editor:
// the current action is rolled back, the work is saved to a recovery copy, and one dialog shows a report to send.
func TestPanicsAreContained(t *testing.T) {
	var nothing *level.Collider
	mistake := func() { _ = nothing.Name } // a typical nil dereference
	mistakes := map[string]func(w *Window){
		"menu": func(w *Window) {
			w.commands.menus.PopUp([]*kit.Command{kit.MenuItem("broken", "", 0, mistake)}, fyne.NewPos(100, 100), false)
			w.commands.menus.Open.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
			w.commands.menus.Open.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
			w.Look.MenuItem("broken", mistake).Action()
		},
		"palette": func(w *Window) {
			w.Search("", "", []dialog.Entry{{Do: mistake}})
			kit.Guarded(w.Look, w.typedKey)(&fyne.KeyEvent{Name: fyne.KeyReturn})
		},
		"button": func(w *Window) { kit.NewTextButton(w.Look, "", false, mistake).Tapped(nil) },
		"key": func(w *Window) {
			kit.NewTextButton(w.Look, "", false, mistake).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		},
		"dialog": func(w *Window) {
			w.Ask("", "", dialog.Choice{Label: "Yes", Do: mistake})
			kit.Guarded(w.Look, w.typedKey)(&fyne.KeyEvent{Name: fyne.KeyReturn})
		},
		"list": func(w *Window) {
			kit.NewList(w.Look, func() int { return 1 }, w.Win.Content, func(fyne.CanvasObject, int) {
				mistake()
			}).UpdateItem(0, w.Win.Content())
		},
		"picture": func(w *Window) { r := w.Look.Raster(nil); r.Generator(3, 3); r.Generator(3, 3) },
		"timer":   func(w *Window) { w.Look.Post(mistake) },
		"session": func(w *Window) {
			cancel := w.Session.Subscribe(func(editor.Change) { mistake() })
			w.Look.Guard(func() { _ = w.Session.Nudge(1, 0) })()
			cancel()
		},
		"gesture": func(w *Window) {
			w.Look.Guard(func() {
				w.Session.Begin("half done")
				_ = w.Session.Nudge(100, 0)
				mistake()
			})()
		},
	}
	for name, do := range mistakes {
		t.Run(name, func(t *testing.T) {
			w := benchWindow(t, 3, func(i int) level.Vec { return level.Vec{X: float64(100 * i)} })
			w.ContainMistakes()
			cache, err := os.UserCacheDir()
			if err != nil {
				t.Skip(err)
			}
			w.Recovery = workspace.NewRecovery(w.Files, filepath.Join(cache, "fillet", "recovery"))
			w.Session.Selection().All()
			if err := w.Session.Nudge(1, 0); err != nil {
				t.Fatal(err)
			}
			w.rescue.Crashes = nil
			do(w)
			if len(w.rescue.Crashes) == 0 {
				t.Fatal("nothing is reported")
			}
			if reports, err := filepath.Glob(filepath.Join(cache, "fillet", "crash-*.txt")); err != nil ||
				len(reports) != 1 {
				t.Errorf("reports: %v, %v; a repeated crash is reported once", reports, err)
			}
			copies, err := filepath.Glob(filepath.Join(cache, "fillet", "recovery", "*"+workspace.Extension))
			if err != nil || len(copies) != 1 {
				t.Fatalf("recovery copies: %v, %v", copies, err)
			}
			doc, err := level.Open(copies[0])
			if err != nil || doc.Len() != 3 {
				t.Fatalf("the recovery copy is unreadable: %v", err)
			}
			if name == "gesture" && doc.Collider(1).Position.X != 1 {
				t.Errorf("the drag is not rolled back: %v", doc.Collider(1).Position)
			}
			if err := w.Session.Document().Validate(); err != nil {
				t.Error(err)
			}
			// The editor still works.
			for len(w.Modals) > 0 {
				w.Modals[len(w.Modals)-1].Dialog.Hide()
			}
			heard := false
			w.Session.Subscribe(func(editor.Change) { heard = true })
			if err := w.Session.Nudge(0, 1); err != nil || !heard {
				t.Errorf("afterwards the level cannot be edited: %v, heard: %v", err, heard)
			}
		})
	}
}
