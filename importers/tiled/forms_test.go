package tiled

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// formPairs returns maps in both syntaxes, with their files. Together they have every attribute that the importer
// reads.
func formPairs(t *testing.T) (map[string]pair, fstest.MapFS) {
	t.Helper()
	files := fstest.MapFS{"tiles.png": {Data: formTiles()}, "small.png": {Data: plainPicture(14, 10)}}
	dir := os.DirFS("testdata/forms")
	names, err := fs.Glob(dir, "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	pairs := map[string]pair{"everything": {string(files["m.tmx"].Data), string(files["m.tmj"].Data)}}
	const set = `<tileset firstgid="1" name="t" tilewidth="33" tileheight="17"><tile id="0"><objectgroup><object id="1" x="0" y="0" width="8" height="4"/></objectgroup></tile></tileset>`
	const jsonSet = `{"firstgid":1,"name":"t","tilewidth":33,"tileheight":17,"tiles":[{"id":0,"objectgroup":{"objects":[{"id":1,"x":0,"y":0,"width":8,"height":4}]}}]}`
	for name, head := range map[string]pair{
		"isometric": {`orientation="isometric"`, `"orientation":"isometric"`},
		"staggered": {
			`orientation="staggered" staggeraxis="x" staggerindex="even"`,
			`"orientation":"staggered","staggeraxis":"x","staggerindex":"even"`,
		},
		"hexagonal": {
			`orientation="hexagonal" hexsidelength="7" staggeraxis="y" staggerindex="odd"`,
			`"orientation":"hexagonal","hexsidelength":7,"staggeraxis":"y","staggerindex":"odd"`,
		},
		"oblique": {`orientation="oblique" skewx="5" skewy="-3"`, `"orientation":"oblique","skewx":5,"skewy":-3`},
	} {
		pairs[name] = pair{
			`<map ` + head.xml + ` width="2" height="2" tilewidth="33" tileheight="17">` + set +
				`<layer id="1" name="L" width="2" height="2"><data encoding="csv">1,268435457,536870913,1</data></layer>` +
				`<objectgroup id="2" name="O"><object id="1" x="20" y="30" width="9" height="7" rotation="20"/><object id="2" gid="536870913" x="20" y="30" width="33" height="20"/></objectgroup></map>`,
			`{"type":"map",` + head.json + `,"width":2,"height":2,"tilewidth":33,"tileheight":17,"tilesets":[` +
				jsonSet + `],"layers":[{"type":"tilelayer","id":1,"name":"L","width":2,"height":2,"data":[1,268435457,536870913,1]},` +
				`{"type":"objectgroup","id":2,"name":"O","objects":[{"id":1,"x":20,"y":30,"width":9,"height":7,"rotation":20},{"id":2,"gid":536870913,"x":20,"y":30,"width":33,"height":20}]}]}`,
		}
	}
	pairs["infinite"] = pair{
		`<map infinite="1" width="2" height="2" tilewidth="33" tileheight="17">` + set +
			`<layer id="1" name="L" width="2" height="2"><data encoding="csv"><chunk x="-2" y="4" width="2" height="1">1,0</chunk><chunk x="16" y="0" width="1" height="2">0,1</chunk></data></layer></map>`,
		`{"type":"map","infinite":true,"width":2,"height":2,"tilewidth":33,"tileheight":17,"tilesets":[` + jsonSet +
			`],"layers":[{"type":"tilelayer","id":1,"name":"L","width":18,"height":5,"startx":-2,"starty":0,` +
			`"chunks":[{"x":-2,"y":4,"width":2,"height":1,"data":[1,0]},{"x":16,"y":0,"width":1,"height":2,"data":[0,1]}]}]}`,
	}
	return pairs, files
}

// The XML and JSON forms of a map give the same level with the same pictures.
func TestFormsOfAMapAreTheSame(t *testing.T) {
	t.Parallel()
	pairs, files := formPairs(t)
	for name, p := range pairs {
		t.Run(name, func(t *testing.T) {
			if res := bothForms(t, p, files); res.Document.Len() == 0 {
				t.Error("nothing was imported")
			}
		})
	}
}

// Whole numbers in JSON may be written with a fraction, as in 16.0.
func TestFormsWithFractions(t *testing.T) {
	t.Parallel()
	pairs, files := formPairs(t)
	number := regexp.MustCompile(`([:\[,] ?)(-?\d+)([,\]}])`)
	fractions := func(json string) string {
		json = number.ReplaceAllString(json, "$1$2.0$3")
		return number.ReplaceAllString(json, "$1$2.0$3") // the numbers behind a comma that the first pass took
	}
	for name, f := range files {
		if ext := filepath.Ext(name); ext == ".tj" || ext == ".tsj" {
			files[name] = &fstest.MapFile{Data: []byte(fractions(string(f.Data)))}
		}
	}
	for name, p := range pairs {
		t.Run(name, func(t *testing.T) { bothForms(t, pair{p.xml, fractions(p.json)}, files) })
	}
}

// The maps of formPairs have every attribute that the importer reads.
func TestFormsHaveEveryAttribute(t *testing.T) {
	t.Parallel()
	pairs, files := formPairs(t)
	var xml, json strings.Builder
	for _, p := range pairs {
		xml.WriteString(p.xml)
		json.WriteString(p.json)
	}
	for name, f := range files {
		switch filepath.Ext(name) {
		case ".tsx", ".tx":
			xml.Write(f.Data)
		case ".tsj", ".tj":
			json.Write(f.Data)
		}
	}
	inJSON := map[string]string{ // attributes with other names in JSON
		"points": "polyline", "trans": "transparentcolor",
	}
	onlyJSON := map[string]bool{"startx": true, "starty": true, "image": true, "transparentcolor": true}
	names := append(attributesRead(t), "rotation", "repeatx", "repeaty")
	if len(names) < 50 {
		t.Fatalf("only %d attributes are read: %v", len(names), names)
	}
	for _, name := range names {
		if name == "default" {
			continue // only in a project's object types
		}
		if !strings.Contains(xml.String(), " "+name+`="`) && !onlyJSON[name] {
			t.Errorf("no map in XML has %s", name)
		}
		key := name
		if other := inJSON[name]; other != "" {
			key = other
		}
		if !strings.Contains(json.String(), fmt.Sprintf("%q:", key)) {
			t.Errorf("no map in JSON has %s", key)
		}
	}
}

// attributesRead lists the attributes that the package's source reads by name.
func attributesRead(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	var out []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			method, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !slices.Contains([]string{"attr", "has", "number", "integer", "vec"}, method.Sel.Name) {
				return true
			}
			for i, arg := range call.Args {
				literal, isText := arg.(*ast.BasicLit)
				if !isText || literal.Kind != token.STRING || i > 0 && method.Sel.Name != "vec" {
					continue
				}
				if s, err := strconv.Unquote(literal.Value); err == nil && !known[s] {
					known[s] = true
					out = append(out, s)
				}
			}
			return true
		})
	}
	return out
}
