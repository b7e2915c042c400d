package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestMatchesName(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		fold, want    bool
	}{
		{"*", "a", false, true},
		{"*", "", false, true},
		{"?", "", false, false},
		{"?", "ä", false, true},
		{"*.ldtk", "a.ldtk", false, true},
		{"*.ldtk", ".ldtk", false, false},
		{".*", ".ldtk", false, true},
		{"?a", ".a", false, false},
		{"*.ldtk", "a.LDTK", false, false},
		{"*.LDTK", "a.ldtk", true, true},
		{"a*b*c", "a1b2b3c", false, true},
		{"a*b*c", "a1b2b3", false, false},
		{"[ab]", "a", false, false},
		{"[*]", "[a]", false, true},
		{"**", "ab", false, true},
		{"level?.*", "level1.level.yaml", false, true},
		{"level?.*", "level12.ldtk", false, false},
		{`a\*`, `a\b`, false, true},
		{"a", "a", false, true},
		{"a", "ab", false, false},
		{"*a", "aaab", false, false},
		{"*ab", "aaab", false, true},
	} {
		if got := matchesName(test.pattern, test.name, test.fold); got != test.want {
			t.Errorf("%q matches %q (fold %v): %v", test.pattern, test.name, test.fold, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) { // a pattern made by replacing parts of a name with wildcards matches the name
		a, b, c := rapid.StringMatching(`[a-c]{1,5}`).Draw(t, "a"), rapid.StringMatching(`[a-c.]{0,5}`).Draw(t, "b"),
			rapid.StringMatching(`[a-c]{0,5}`).Draw(t, "c")
		if !matchesName(a+"*"+c, a+b+c, false) || !matchesName(a+strings.Repeat("?", len(b))+c, a+b+c, false) {
			t.Fatalf("%q%q%q does not match", a, b, c)
		}
		if matchesName(a+strings.Repeat("?", len(b)+1)+c, a+b+c, false) || matchesName(a+"*X*"+c, a+b+c, false) {
			t.Fatalf("%q%q%q matches too much", a, b, c)
		}
	})
}

// Patterns are expanded by the same rules on every system.
func TestExpandPattern(t *testing.T) {
	top := t.TempDir()
	path := func(name string) string { return filepath.Join(top, filepath.FromSlash(name)) }
	write := func(name string) {
		if err := os.MkdirAll(filepath.Dir(path(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path(name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{
		"maps/a.ldtk", "maps/b.LDTK", "maps/.hidden.ldtk", "maps/one/c.ldtk",
		"maps/two/c.ldtk", "maps/.git/c.ldtk", "maps/[x]/d.ldtk", "x/maps/e.ldtk",
	} {
		write(name)
	}
	t.Chdir(top)
	abs := func(names ...string) []string {
		for i, n := range names {
			names[i] = path(n)
		}
		return names
	}
	for _, test := range []struct {
		pattern string
		fold    bool
		want    []string
	}{
		{"maps/a.ldtk", false, []string{"maps/a.ldtk"}},
		{"none.ldtk", false, []string{"none.ldtk"}}, // reading it reports that it is missing
		{"maps/*.ldtk", false, []string{"maps/a.ldtk"}},
		{"maps/*.ldtk", true, []string{"maps/a.ldtk", "maps/b.LDTK"}},
		{"./maps/?.ldtk", false, []string{"maps/a.ldtk"}},
		{"*/*/c.ldtk", false, []string{"maps/one/c.ldtk", "maps/two/c.ldtk"}},
		{"maps/*/*.ldtk", false, []string{"maps/[x]/d.ldtk", "maps/one/c.ldtk", "maps/two/c.ldtk"}},
		{"maps/[x]/*", false, []string{"maps/[x]/d.ldtk"}},
		{"maps/*/none", false, nil},
		{"none/*", false, nil},
		{"maps/.git/*", false, []string{"maps/.git/c.ldtk"}},
		{"m*", false, []string{"maps"}},
		{"x/../m*/t?o/c.ldtk", false, []string{"maps/two/c.ldtk"}},
		{path("maps") + "/t*/c.ldtk", false, abs("maps/two/c.ldtk")},
	} {
		got, folders, err := Expand(filepath.FromSlash(test.pattern), test.fold)
		for i, p := range got {
			got[i] = filepath.ToSlash(p)
		}
		for i, p := range test.want {
			test.want[i] = filepath.ToSlash(p)
		}
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("Expand(%s) = %q (%v), want %q", test.pattern, got, err, test.want)
		}
		if strings.ContainsAny(test.pattern, "*?") && !strings.HasPrefix(test.pattern, "none") && len(folders) == 0 {
			t.Errorf("%s has no folder to watch", test.pattern)
		}
	}
	if runtime.GOOS == "windows" {
		return // file names cannot contain these characters on this system
	}
	write("maps/*.ldtk")
	if got, _, err := Expand("maps/*.ldtk", false); err != nil || !slices.Equal(got, []string{"maps/*.ldtk"}) {
		t.Errorf("a file named like a pattern gives %q (%v)", got, err)
	}
}
