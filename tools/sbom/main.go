// Command sbom writes the licences of the modules that are linked into Fillet as Markdown, and a software bill of
// materials as CycloneDX JSON. It fails if it does not recognize a licence.
//
//	go -C tools run ./sbom -licences ../dist/LICENCES.md -o ../dist/fillet.cdx.json
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	root := flag.String("root", "..", "the repository")
	licences := flag.String("licences", "", "the list of licences to write")
	out := flag.String("o", "", "the bill of materials to write")
	version := flag.String("version", "(devel)", "Fillet's version")
	flag.Parse()
	if err := run(*root, *licences, *out, *version); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// module is one module that is linked into the program, on any system.
type module struct {
	Path, Version, Dir string
	Sum                string // hash from go.sum
	Licences           []licence
}

// licence is one licence file.
type licence struct {
	File string // path within the module
	ID   string // SPDX identifier, or empty if unknown
	Text string
}

func run(root, licences, out, version string) error {
	modules, err := linked(root)
	if err != nil {
		return err
	}
	list, err := document(modules)
	if err != nil {
		return err
	}
	if licences != "" {
		if err := os.WriteFile(licences, list, 0o644); err != nil {
			return err
		}
	}
	if out == "" {
		return nil
	}
	bill, err := cycloneDX(modules, version)
	if err != nil {
		return err
	}
	return os.WriteFile(out, bill, 0o644)
}

// linked lists the modules of the packages that the program imports on its target systems.
func linked(root string) ([]*module, error) {
	sums, err := readSums(filepath.Join(root, "go.sum"))
	if err != nil {
		return nil, err
	}
	tags, err := os.ReadFile(filepath.Join(root, "tools", "tags"))
	if err != nil {
		return nil, err
	}
	byPath := map[string]*module{}
	for _, system := range []string{"linux", "windows", "darwin"} {
		c := exec.Command("go", "list", "-deps", "-tags", strings.TrimSpace(string(tags)), "-json=Dir,Module,Standard",
			"./cmd/editor")
		c.Dir = root
		c.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=1", "GOFLAGS=-mod=mod")
		c.Stderr = os.Stderr
		text, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", system, err)
		}
		for dec := json.NewDecoder(bytes.NewReader(text)); dec.More(); {
			var p struct {
				Dir      string
				Standard bool
				Module   *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			if err := dec.Decode(&p); err != nil {
				return nil, err
			}
			if p.Standard || p.Module == nil || p.Module.Main {
				continue
			}
			m := byPath[p.Module.Path]
			if m == nil {
				m = &module{Path: p.Module.Path, Version: p.Module.Version, Dir: p.Module.Dir}
				m.Sum = sums[m.Path+" "+m.Version]
				byPath[m.Path] = m
				if err := m.read(m.Dir); err != nil {
					return nil, err
				}
			}
			if p.Dir != m.Dir { // embedded files may have their own terms
				if err := m.read(p.Dir); err != nil {
					return nil, err
				}
			}
		}
	}
	var modules []*module
	for _, m := range byPath {
		if len(m.Licences) == 0 {
			return nil, fmt.Errorf("%s %s has no licence", m.Path, m.Version)
		}
		slices.SortFunc(m.Licences, func(a, b licence) int { return strings.Compare(a.File, b.File) })
		modules = append(modules, m)
	}
	slices.SortFunc(modules, func(a, b *module) int { return strings.Compare(a.Path, b.Path) })
	return modules, nil
}

func readSums(path string) (map[string]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) == 3 {
			sums[f[0]+" "+f[1]] = f[2]
		}
	}
	return sums, nil
}

// terms matches the names of licence files.
var terms = regexp.MustCompile(`(?i)^(licen[sc]e|copying|unlicense|ofl)([-_.][^/]*)?$`)

// read finds the licence files in a folder and in its immediate subfolders.
func (m *module) read(dir string) error {
	for _, pattern := range []string{"*", "*/*"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return err
		}
		paths = slices.DeleteFunc(paths, func(path string) bool { return !terms.MatchString(filepath.Base(path)) })
		for _, path := range paths {
			if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || strings.HasSuffix(path, ".go") {
				continue
			}
			name, err := filepath.Rel(m.Dir, path)
			if err != nil {
				return err
			}
			name = filepath.ToSlash(name)
			if strings.Contains(name, "testdata") || slices.ContainsFunc(m.Licences, func(l licence) bool {
				return l.File == name
			}) {
				continue
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			text := strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n"))
			m.Licences = append(m.Licences, licence{name, identify(text), text})
		}
	}
	return nil
}

// identify recognizes well-known licences by distinctive phrases.
func identify(text string) string {
	t := strings.ToLower(strings.Join(strings.Fields(text), " "))
	has := func(parts ...string) bool {
		for _, p := range parts {
			if !strings.Contains(t, p) {
				return false
			}
		}
		return true
	}
	switch {
	case has("sil open font license", "version 1.1"):
		return "OFL-1.1"
	case has("apache license", "version 2.0"):
		return "Apache-2.0"
	case has("mozilla public license", "2.0"):
		return "MPL-2.0"
	case has("bitstream vera", "glyph"):
		return "Bitstream-Vera"
	case has("this is free and unencumbered software"):
		return "Unlicense"
	case has("redistribution and use in source and binary forms", "neither the name"),
		has("redistribution and use in source and binary forms", "names of its contributors"):
		return "BSD-3-Clause"
	case has("redistribution and use in source and binary forms"):
		return "BSD-2-Clause"
	case has("permission to use, copy, modify, and/or distribute this software for any purpose"),
		has("permission to use, copy, modify, and distribute this software for any purpose"):
		return "ISC"
	case has("altered source versions must be plainly marked"):
		return "Zlib"
	case has("permission is hereby granted, free of charge", "the software is provided \"as is\""):
		return "MIT"
	case has("cc0"):
		return "CC0-1.0"
	}
	return ""
}

// document returns the list of modules and the text of their licences.
func document(modules []*module) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("# Licences\n\nThe modules in Fillet's programs for Linux, Windows and macOS, and their licences.\n" +
		"The Go standard library is under the BSD-3-Clause licence, <https://go.dev/LICENSE>.\n" +
		"The fonts next to the page for browsers are Noto's, under OFL-1.1; their folder names the copyright " +
		"holders.\n\n" +
		"| module | version | licence |\n|---|---|---|\n")
	var unknown []error
	for _, m := range modules {
		var ids []string
		for _, l := range m.Licences {
			if l.ID == "" {
				unknown = append(unknown, fmt.Errorf("%s: %s is unknown: add it to identify", m.Path, l.File))
			}
			if !slices.Contains(ids, l.ID) {
				ids = append(ids, l.ID)
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", m.Path, m.Version, strings.Join(ids, ", "))
	}
	if len(unknown) > 0 {
		return nil, errors.Join(unknown...)
	}
	b.WriteString("\n## Texts\n")
	holders := map[string][]string{}
	var texts []string
	for _, m := range modules {
		for _, l := range m.Licences {
			if holders[l.Text] == nil {
				texts = append(texts, l.Text)
			}
			name := m.Path
			if strings.Contains(l.File, "/") {
				name += " (" + l.File + ")"
			}
			holders[l.Text] = append(holders[l.Text], name)
		}
	}
	for _, text := range texts {
		fmt.Fprintf(&b, "\n### %s\n\n", strings.Join(holders[text], ", "))
		for line := range strings.Lines(text) {
			b.WriteString(strings.TrimRight("    "+strings.TrimRight(line, " \t\n"), " ") + "\n")
		}
	}
	return b.Bytes(), nil
}

// cycloneDX returns the bill of materials in CycloneDX 1.5.
func cycloneDX(modules []*module, version string) ([]byte, error) {
	type object = map[string]any
	purl := func(path, version string) string { return "pkg:golang/" + path + "@" + version }
	var components []object
	var refs []string
	for _, m := range modules {
		var terms []object
		for _, l := range m.Licences {
			o := object{"license": object{"id": l.ID}}
			if !slices.ContainsFunc(terms, func(t object) bool { return t["license"].(object)["id"] == l.ID }) {
				terms = append(terms, o)
			}
		}
		refs = append(refs, purl(m.Path, m.Version))
		components = append(components, object{
			"type": "library", "bom-ref": purl(m.Path, m.Version), "name": m.Path, "version": m.Version,
			"purl": purl(m.Path, m.Version), "licenses": terms,
			"properties": []object{{"name": "go:sum", "value": m.Sum}},
		})
	}
	self := purl("fillet", version)
	bill := object{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata": object{"component": object{
			"type": "application", "bom-ref": self, "name": "fillet",
			"version": version, "purl": self,
		}},
		"components":   components,
		"dependencies": []object{{"ref": self, "dependsOn": refs}},
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(bill)
	return b.Bytes(), err
}
