package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// watching is a running "convert --watch" with its output.
type watching struct {
	*sandbox
	output lockedBuffer
	done   chan int
	stop   context.CancelFunc
}

func watchIn(w *sandbox, args ...string) *watching {
	w.t.Helper()
	return watchCommand(w, append([]string{"convert", "--watch"}, args...)...)
}

// watchCommand starts a command that runs until the test ends.
func watchCommand(w *sandbox, args ...string) *watching {
	w.t.Helper()
	w.t.Chdir(w.top)
	ctx, stop := context.WithCancel(context.Background())
	v := &watching{sandbox: w, done: make(chan int, 1), stop: stop}
	w.t.Cleanup(func() {
		stop()
		if code := <-v.done; code != exitOK {
			w.t.Errorf("after the interrupt the exit code is %d", code)
		}
	})
	go func() {
		v.done <- run(ctx, append([]string{"fillet"}, args...), strings.NewReader(""), &v.output, &v.output)
	}()
	v.waitFor("the watch", func() bool { return strings.Contains(v.output.String(), "watching for changes") })
	return v
}

func (v *watching) waitFor(what string, ok func() bool) {
	v.t.Helper()
	waitLogging(v.t, &v.output, what, ok)
}

// waitLogging works like waitUntil, and logs the command's messages if the wait fails.
func waitLogging(t testing.TB, output fmt.Stringer, what string, ok func() bool) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("output:\n%s", output)
		}
	}()
	waitUntil(t, what, ok)
}

// wrote waits until a file contains the given text.
func (v *watching) wrote(file, text string) {
	v.t.Helper()
	v.waitFor(fmt.Sprintf("%s with %q", file, text), func() bool {
		data, err := os.ReadFile(v.path(file))
		return err == nil && bytes.Contains(data, []byte(text))
	})
}

// Minimal files of each editor. FILE is replaced by the name of another file, and W by a width in pixels.
const (
	tinyMap = `<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
<tileset firstgid="1" source="FILE"/><layer id="1" name="ground" width="2" height="2"><data encoding="csv">1,0,0,0</data></layer></map>`
	tinySet = `<tileset name="s" tilewidth="16" tileheight="16" tilecount="1" columns="1">
<tile id="0"><objectgroup><object id="1" x="0" y="0" width="W" height="7"/></objectgroup></tile></tileset>`
	tinyObjects = `<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
<objectgroup id="1" name="Colliders"><object id="1" template="FILE" x="4" y="4"/></objectgroup></map>`
	tinyTemplate = `<template><object width="W" height="7"/></template>`
	tinyWorld    = `{"__header__": {"app": "LDtk"}, "jsonVersion": "1.5.3", "externalLevels": true, "defs": {"layers": [], "entities": [], "tilesets": [], "enums": []},
"levels": [{"identifier": "A", "iid": "a", "uid": 1, "worldX": 0, "worldY": 0, "pxWid": 32, "pxHei": 32, "externalRelPath": "FILE", "layerInstances": null}]}`
	tinyWorldLevel = `{"__header__": {"app": "LDtk"}, "identifier": "A", "iid": "a", "uid": 1, "worldX": 0, "worldY": 0, "pxWid": 32, "pxHei": 32, "layerInstances": [
{"__identifier": "Colliders", "__type": "Entities", "iid": "l", "layerDefUid": 1, "levelId": 1, "__cWid": 2, "__cHei": 2, "__gridSize": 16, "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0,
"entityInstances": [{"__identifier": "Box", "iid": "e", "defUid": 2, "px": [0, 0], "width": W, "height": 7, "__pivot": [0, 0], "__grid": [0, 0], "__tags": [], "fieldInstances": []}]}]}`
	tinyOgmoLevel = `{"ogmoVersion": "3.4.0", "width": 32, "height": 32, "offsetX": 0, "offsetY": 0, "layers": [
{"name": "Colliders", "_eid": "7", "offsetX": 0, "offsetY": 0, "gridCellWidth": 16, "gridCellHeight": 16, "gridCellsX": 2, "gridCellsY": 2, "entities": [{"name": "Box", "id": 0, "_eid": "9", "x": 0, "y": 0, "originX": 0, "originY": 0}]}]}`
	tinyOgmo = `{"name": "p", "ogmoVersion": "3.4.0", "levelPaths": ["levels"], "layers": [{"definition": "entity", "name": "Colliders", "exportID": "7", "gridSize": {"x": 16, "y": 16}}],
"entities": [{"exportID": "9", "name": "Box", "size": {"x": W, "y": 7}, "origin": {"x": 0, "y": 0}, "shape": {"label": "Rectangle", "points": [{"x": -1, "y": -1}]}}], "tilesets": []}`
)

func sized(text string, width int) string { return strings.ReplaceAll(text, "W", fmt.Sprint(width)) }

// TestConvertWatchFollowsReferences changes the files that levels read: next to the level, elsewhere, through a link,
// and initially missing. Only the levels that name them are converted again.
func TestConvertWatchFollowsReferences(t *testing.T) {
	named := func(text, file string) string { return strings.Replace(text, "FILE", file, 1) }
	for _, test := range []struct {
		name, input, text string
		read, readText    string // the file that the input reads, and its text
		out               string
	}{
		{"tileset", "a.tmx", named(tinyMap, "s.tsx"), "s.tsx", tinySet, "a.colliders.json"},
		{
			"tileset elsewhere", "maps/a.tmx", named(tinyMap, "../tiles/deep/s.tsx"), "tiles/deep/s.tsx", tinySet,
			"a.colliders.json",
		},
		{"object template", "a.tmx", named(tinyObjects, "t.tx"), "t.tx", tinyTemplate, "a.colliders.json"},
		{"level of a world", "w.ldtk", named(tinyWorld, "w/A.ldtkl"), "w/A.ldtkl", tinyWorldLevel, "w.colliders.json"},
		{"project", "levels/a.json", tinyOgmoLevel, "p.ogmo", tinyOgmo, "a.colliders.json"},
	} {
		for _, missing := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s missing %v", test.name, missing), func(t *testing.T) {
				w := newSandbox(t, map[string]string{test.input: test.text, "b.level.yaml": tinyLevel, ".git/x": ""})
				if test.name == "project" && missing {
					t.Skip("without a project, the level reads only its folder")
				}
				if !missing {
					w.write(test.read, sized(test.readText, 5))
				}
				v := watchIn(w, test.input, "b.level.yaml", "-f", "json", "--out", "out", "--root", ".")
				if !missing {
					v.wrote("out/"+test.out, "\"size\": [5, 7]")
				}
				w.write(test.read, sized(test.readText, 6))
				v.wrote("out/"+test.out, "\"size\": [6, 7]")
				if err := os.Remove(w.path(test.read)); err != nil {
					t.Fatal(err)
				}
				if test.name != "level of a world" { // there it is an error, and the output stays
					v.waitFor("the output without it", func() bool {
						return !strings.Contains(readFile(t, w.path("out/"+test.out)), "[6, 7]")
					})
				}
				w.write(test.read, sized(test.readText, 9))
				v.wrote("out/"+test.out, "\"size\": [9, 7]")
				if text := v.output.String(); strings.Contains(text, "b.level.yaml ->") {
					t.Errorf("the level that reads no other file is converted again:\n%s", text)
				}
			})
		}
	}
	t.Run("link", func(t *testing.T) {
		w := newSandbox(t, map[string]string{
			"a.tmx": named(tinyMap, "s.tsx"), "shared/s.tsx": sized(tinySet, 5),
			"real/b.level.yaml": tinyLevel,
		})
		if err := os.Symlink("shared/s.tsx", w.path("s.tsx")); err != nil {
			t.Skip("no links here:", err)
		}
		if err := os.Symlink("real/b.level.yaml", w.path("b.level.yaml")); err != nil {
			t.Fatal(err)
		}
		v := watchIn(w, "a.tmx", "b.level.yaml", "-f", "json", "--out", "out")
		w.write("shared/s.tsx", sized(tinySet, 6))
		v.wrote("out/a.colliders.json", "\"size\": [6, 7]")
		w.write("real/b.level.yaml", strings.Replace(tinyLevel, "NAME", "Linked", 1))
		v.wrote("out/b.colliders.json", "Linked")
	})
	t.Run("file included by a template", func(t *testing.T) {
		w := newSandbox(t, map[string]string{
			"a.level.yaml": tinyLevel, "own.txt.tmpl": `{{template "part.tmpl"}}{{file "more.txt"}}{{.Base}}`,
			"part.tmpl": "first", ".git/x": "",
		})
		v := watchIn(w, "a.level.yaml", "--template", "own.txt.tmpl", "--out", "out")
		v.wrote("out/a.txt", "first")
		v.wrote("out/more.txt", "a")
		w.write("part.tmpl", "second")
		v.wrote("out/a.txt", "second")
		if err := os.Remove(w.path("out/more.txt")); err != nil {
			t.Fatal(err)
		}
		v.wrote("out/more.txt", "a")
	})
	t.Run("template of a preset", func(t *testing.T) {
		text := tinyLevel + "exports:\n  - {name: own, template: own/own.txt.tmpl, file: \"{level}.txt\"}\n"
		w := newSandbox(t, map[string]string{
			"a.level.yaml": text, "own/own.txt.tmpl": "first",
			"b.level.yaml": strings.Replace(text, "own/own", "own/other", 1), "own/other.txt.tmpl": "other",
		})
		v := watchIn(w, "a.level.yaml", "b.level.yaml", "--all-presets")
		v.wrote("a.txt", "first")
		w.write("own/own.txt.tmpl", "second")
		v.wrote("a.txt", "second")
		w.write("own/own.txt.tmpl", "{{broken")
		v.waitFor("the error", func() bool { return strings.Contains(v.output.String(), "own.txt.tmpl:1") })
		w.write("own/own.txt.tmpl", "third")
		v.wrote("a.txt", "third")
		if n := strings.Count(v.output.String(), "own: b.txt"); n != 1 {
			t.Errorf("the other level is exported %d times:\n%s", n, v.output.String())
		}
	})
}

// TestConvertWatchDuringNoise keeps rewriting a file in the watched folder, first a file that is not an input,
// then an input. The other levels are still converted meanwhile.
func TestConvertWatchDuringNoise(t *testing.T) {
	for _, noise := range []string{"levels/game.log", "levels/b.level.yaml"} {
		w := newSandbox(t, map[string]string{"levels/a.level.yaml": tinyLevel, noise: tinyLevel})
		v := watchIn(w, "levels", "-f", "json", "--out", "out")
		quit, ended := make(chan bool), make(chan error)
		go func() {
			var err error
			for {
				select {
				case <-quit:
					ended <- err
					return
				case <-time.After(10 * time.Millisecond):
					if failed := os.WriteFile(w.path(noise), []byte(tinyLevel), 0o600); err == nil {
						err = failed
					}
				}
			}
		}()
		w.write("levels/a.level.yaml", strings.Replace(tinyLevel, "NAME", "Second", 1))
		v.wrote("out/a.colliders.json", "Second")
		w.write("levels/c.level.yaml", strings.Replace(tinyLevel, "NAME", "New", 1))
		v.wrote("out/c.colliders.json", "New")
		close(quit)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
