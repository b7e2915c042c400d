package ui

import (
	"fyne.io/fyne/v2"

	"fillet/editor/check"
	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// followProject tracks the project and the prefabs of the shown level.
func (w *tabs) followProject() {
	w.projects = dialog.NewProjects(w.front, w.docs, w.shell.Look, func(work func()) { w.shell.Spawn(work) })
	w.projects.OnChange = w.projectChanged
	w.projects.State.Glimpses.Made = func() {
		w.side.project.List.Update()
		w.side.prefabs.List.Update()
	}
	w.prefabs = dialog.NewPrefabs(w.front, w.projects)
	w.prefabs.OnChange = w.prefabsChanged
}

func (w *tabs) projectChanged() {
	w.commands.menus.Say(w.projects.State.Summary())
	w.side.project.Refresh()
	w.prefabs.Follow()
	w.side.inspector.Refresh()
	w.side.problems.Refresh()
}

// newSettings returns the settings of a new level: the project's, or else the user's defaults.
func (w *tabs) newSettings() *level.Settings {
	s := dialog.NewLevelSettings(w.shell.App.Preferences())
	if w.projects == nil || w.projects.State.Project == nil {
		return s
	}
	of := w.projects.State.Project.Settings(s.Name)
	of.Size = s.Size
	return of
}

func (w *sidePanels) buildProject(c *commands) {
	projects := c.tabs.projects
	w.project = panel.NewProject(w.Look, projects.State, panel.ProjectLinks{
		Open: projects.Open, IsShown: func() bool { return w.dock.isShowing(panel.ProjectPanel) },
		New: projects.New, Menu: c.projectMenu, Marks: projects.Marks,
	})
	own := func() *project.Project { return projects.State.Of(w.Files.Path()) }
	w.problems.Options = func() check.Options {
		return check.Options{Project: own(), ProjectError: projects.State.ErrorOf(w.Files.Path())}
	}
	w.inspector.Materials = func() []project.Material {
		if p := own(); p != nil {
			return p.Materials
		}
		return nil
	}
}

func (w *commands) projectItem() *kit.Command {
	p := w.tabs.projects
	aProject := func() string {
		switch {
		case p.State.Dir == "":
			return "The level is not part of a project"
		case p.State.Project == nil:
			return "The project's file has an error"
		}
		return ""
	}
	return kit.Submenu("Project", func() []*kit.Command {
		return []*kit.Command{
			kit.Item("New project…", p.Create), kit.MenuSeparator(),
			kit.Item("New level…", func() { p.New(project.Level) }).When(aProject),
			kit.Item("New prefab…", func() { p.New(project.Prefab) }).When(aProject),
			kit.MenuSeparator(),
			kit.Item("Project settings…", p.Settings).When(aProject),
		}
	})
}

func (w *commands) projectMenu(e project.Entry, at fyne.Position) {
	p := w.tabs.projects
	items := []*kit.Command{
		kit.Item("Open", func() { p.Open(e) }),
		kit.MenuSeparator(),
		kit.Item("Rename…", func() { p.Rename(e) }),
		kit.Item("Delete", func() { p.Delete(e) }),
		kit.MenuSeparator(),
		kit.Item("New "+newKind(e.Kind).String()+"…", func() { p.New(newKind(e.Kind)) }),
	}
	w.menus.PopUp(items, at, false)
}

// newKind returns the kind of a new file that is created next to a file of the given kind.
func newKind(k project.Kind) project.Kind {
	if k == project.Prefab {
		return project.Prefab
	}
	return project.Level
}
