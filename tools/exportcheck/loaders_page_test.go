package exportcheck

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fillet/export"
)

// The examples of the pages for engines in JavaScript load a level, run it, and report that a ball enters a trigger.
func TestLoaderPages(t *testing.T) {
	doc := parsed(t, "",
		"id: c1, name: floor, kind: box, size: [4000, 40], position: [1500, 820]",
		"id: c2, name: star, kind: box, size: [60, 60], position: [100, 700], role: trigger, tags: [pickup]",
		"id: c3, name: ball, kind: circle, radius: 10, position: [100, 100], body: dynamic",
		"id: c4, name: crate, kind: box, size: [20, 20], position: [300, 790], body: dynamic",
	)
	modules, err := filepath.Abs("node_modules")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```js\n(.*?)```")
	const loop, read = "\nfor (let i = 0; i < 120; i++) {\n", "JSON.parse(readFileSync('level.colliders.json', 'utf8'))"
	for _, e := range []struct {
		page, pkg, step, want string
		program, trigger      int // examples
		polls                 bool
	}{
		{"planck", "planck", "frame()", "ball enters star", 0, 1, false},
		{"rapier", "@dimforge/rapier2d-compat", "frame()", "ball enters star", 0, 1, true},
		{"box2d-v3", "box2d3-wasm", "frame()", "ball enters star", 0, 1, true},
		{
			"matter", "matter-js", "level.step(1 / 60); Matter.Engine.update(engine, 1000 / 60)", "picked up", 1, 2, false,
		},
	} {
		t.Run(e.page, func(t *testing.T) {
			if _, err := os.Stat(filepath.Join(modules, e.pkg)); err != nil {
				t.Skip("the engine is missing: run make exportcheck")
			}
			page, err := os.ReadFile(filepath.Join("..", "..", "docs", "engines", e.page+".md"))
			if err != nil {
				t.Fatal(err)
			}
			blocks := block.FindAllStringSubmatch(string(page), -1)
			code, trigger := blocks[e.program][1], blocks[e.trigger][1]
			if !strings.Contains(code, "readFileSync") {
				code = "import { readFileSync } from 'node:fs'\n" + code
			}
			code = strings.Replace(code, "await (await fetch('level.colliders.json')).json()", read, 1)
			if e.polls {
				code += loop + e.step + "\n" + trigger + "}\n"
			} else {
				code += trigger + loop + e.step + "\n}\n"
			}
			dir := t.TempDir()
			files, err := filepath.Glob(filepath.Join(loadersDir(), "*.js"))
			if err != nil {
				t.Fatal(err)
			}
			native := formed(t, doc, export.Form{})
			texts := map[string][]byte{
				"main.mjs": []byte(code), "package.json": []byte(`{"type": "module"}`),
				"level.colliders.json": native, "platformer.colliders.json": native,
			}
			for _, file := range files {
				if texts[filepath.Base(file)], err = os.ReadFile(file); err != nil {
					t.Fatal(err)
				}
			}
			for name, text := range texts {
				if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("node", "main.mjs")
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%.2000s", err, out)
			}
			if lines := strings.Split(string(out), "\n"); !slices.Contains(lines, e.want) {
				t.Errorf("the page's program prints %q, want %q", out, e.want)
			}
		})
	}
}
