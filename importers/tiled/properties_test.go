package tiled

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor/testkit"
	"fillet/importers"

	"github.com/google/go-cmp/cmp"
)

const project = `{"propertyTypes": [
 {"name": "Barrier", "type": "class", "useAs": ["object"], "members": [{"name": "solid", "type": "bool", "value": true}, {"name": "hp", "type": "int", "value": 7}]},
 {"name": "Rock", "type": "class", "useAs": ["tile"], "members": [{"name": "solid", "type": "bool", "value": true}]},
 {"name": "Rock", "type": "class", "useAs": ["object"], "members": [{"name": "weight", "type": "float", "value": 2.5}]},
 {"name": "Speed", "type": "enum", "storageType": "int", "values": ["Slow", "Fast"]},
 {"name": "Stats", "type": "class", "members": [{"name": "atk", "type": "int", "value": 4}, {"name": "def", "type": "int", "value": 2}]},
 {"name": "Foe", "type": "class", "useAs": ["object", "layer", "map"], "members": [{"name": "stats", "type": "class", "propertyType": "Stats", "value": {"atk": 5}},
  {"name": "drops", "type": "list", "value": [{"type": "string", "value": "key"}, {"type": "class", "propertyType": "Stats", "value": {"def": 0}}]}]},
 {"name": "Endless", "type": "class", "useAs": ["property", "object"], "members": [{"name": "a", "type": "class", "propertyType": "Endless", "value": {}}]}
]}`

// pair is one map in both syntaxes.
type pair struct{ xml, json string }

// bothForms imports a map in XML and in JSON, which must give the same level.
func bothForms(t *testing.T, p pair, files fstest.MapFS) *importers.Result {
	t.Helper()
	var dumps []string
	var last *importers.Result
	for _, f := range []struct{ name, text string }{{"m.tmj", p.json}, {"m.tmx", p.xml}} {
		res, err := New().Import(t.Context(), importers.NewSource(f.name, []byte(f.text), files),
			importers.Options{Pictures: true})
		if err != nil {
			t.Fatalf("%s: %v", f.name, err)
		}
		text := strings.NewReplacer("m.tmj", "m.tmx", ".tsj", ".tsx", ".tj", ".tx").Replace(testkit.DumpImport(res))
		for _, p := range res.Pictures {
			text += fmt.Sprintf("picture %+v\n", p)
		}
		dumps, last = append(dumps, text), res
	}
	if d := cmp.Diff(dumps[1], dumps[0]); d != "" {
		t.Errorf("(-tmx +tmj):\n%s", d)
	}
	return last
}

// onLayer returns a map with an object layer in both syntaxes.
func onLayer(xml, json string) pair {
	return pair{
		`<map width="2" height="2" tilewidth="16" tileheight="16"><objectgroup id="1" name="L">` + xml +
			`</objectgroup></map>`,
		`{"type":"map","width":2,"height":2,"tilewidth":16,"tileheight":16,"layers":[{"type":"objectgroup","id":1,"name":"L","objects":[` + json + `]}]}`,
	}
}

// Objects get the default values of their class in the project and of their properties' classes; lists become JSON.
func TestClassesAndLists(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"game.tiled-project": {Data: []byte(project)}}
	const box = `x="1" y="2" width="3" height="4"`
	const jsonBox = `"x":1,"y":2,"width":3,"height":4`
	for name, test := range map[string]struct {
		xml, json, want string
		issue           string
	}{
		"a class": {
			`<object id="1" type="Barrier" ` + box + `/>`, `{"id":1,"type":"Barrier",` + jsonBox + `}`,
			"solid map[hp:7 solid:true]", "",
		},
		"a class of Tiled 1.9": {
			`<object id="1" class="Barrier" ` + box + `/>`, `{"id":1,"class":"Barrier",` + jsonBox + `}`,
			"solid map[hp:7 solid:true]", "",
		},
		"a value of its own": {
			`<object id="1" type="Barrier" ` + box +
				`><properties><property name="solid" type="bool" value="false"/></properties></object>`,
			`{"id":1,"type":"Barrier",` + jsonBox + `,"properties":[{"name":"solid","type":"bool","value":false}]}`,
			"trigger map[hp:7 solid:false]", "",
		},
		"a class that is not used for objects": {
			`<object id="1" type="Stats" ` + box + `/>`,
			`{"id":1,"type":"Stats",` + jsonBox + `}`, "trigger map[]", "",
		},
		"one of two classes of a name": {
			`<object id="1" type="Rock" ` + box + `/>`,
			`{"id":1,"type":"Rock",` + jsonBox + `}`, "trigger map[weight:2.5]", "",
		},
		"a property of a class": {
			`<object id="1" ` + box + `><properties><property name="stats" type="class" propertytype="Stats"><properties><property name="atk" type="int" value="9"/></properties></property></properties></object>`,
			`{"id":1,` + jsonBox + `,"properties":[{"name":"stats","type":"class","propertytype":"Stats","value":{"atk":9}}]}`, "trigger map[stats.atk:9 stats.def:2]", "",
		},
		"a property of a class, as it is": {
			`<object id="1" ` + box + `><properties><property name="stats" type="class" propertytype="Stats"/></properties></object>`,
			`{"id":1,` + jsonBox + `,"properties":[{"name":"stats","type":"class","propertytype":"Stats","value":{}}]}`,
			"trigger map[stats.atk:4 stats.def:2]", "",
		},
		"a property of an unknown class": {
			`<object id="1" ` + box + `><properties><property name="stats" type="class" propertytype="Gone"/></properties></object>`,
			`{"id":1,` + jsonBox + `,"properties":[{"name":"stats","type":"class","propertytype":"Gone","value":{}}]}`,
			"trigger map[stats:Gone]", "",
		},
		"classes and lists in a class": {
			`<object id="1" type="Foe" ` + box + `/>`, `{"id":1,"type":"Foe",` + jsonBox + `}`,
			`trigger map[drops:["key",{"atk":4,"def":0}] stats.atk:5 stats.def:2]`, "",
		},
		"a member of a class's member": {
			`<object id="1" type="Foe" ` + box +
				`><properties><property name="stats" type="class" propertytype="Stats"><properties><property name="def" type="int" value="0"/></properties></property><property name="drops" type="list"/></properties></object>`,
			`{"id":1,"type":"Foe",` + jsonBox +
				`,"properties":[{"name":"stats","type":"class","propertytype":"Stats","value":{"def":0}},{"name":"drops","type":"list","value":[]}]}`,
			"trigger map[drops:[] stats.atk:4 stats.def:0]", "",
		},
		"a list": {
			`<object id="1" ` + box + `><properties><property name="l" type="list"><item type="string" value="a"/><item type="int" value="3"/><item type="bool" value="true"/>` +
				`<item type="list"><item type="float" value="0.5"/></item><item type="class" propertytype="Stats"><properties><property name="atk" type="int" value="1"/></properties></item>` +
				`<item type="string">two` + "\n" + `lines</item></property></properties></object>`,
			`{"id":1,` + jsonBox + `,"properties":[{"name":"l","type":"list","value":[{"type":"string","value":"a"},{"type":"int","value":3},{"type":"bool","value":true},` +
				`{"type":"list","value":[{"type":"float","value":0.5}]},{"type":"class","propertytype":"Stats","value":{"atk":1}},{"type":"string","value":"two\nlines"}]}]}`,
			`trigger map[l:["a",3,true,[0.5],{"atk":1,"def":2},"two\nlines"]]`, "",
		},
		"texts": {
			`<object id="1" ` + box + `><properties><property name=" a " value=""/><property name="b">` + "\n" +
				`</property><property name="c">x` + "\n" +
				`y</property><property name="d" type="color" value="#ff0000"/></properties></object>`,
			`{"id":1,` + jsonBox + `,"properties":[{"name":" a ","type":"string","value":""},{"name":"b","type":"string","value":""},{"name":"c","type":"string","value":"x\ny"},{"name":"d","type":"color","value":"#ff0000"}]}`,
			"trigger map[a: b: c:x\ny d:#ff0000]", "",
		},
		"a class that holds itself": {
			`<object id="1" type="Endless" ` + box + `/>`,
			`{"id":1,"type":"Endless",` + jsonBox + `}`, "", "is a member of itself",
		},
	} {
		t.Run(name, func(t *testing.T) {
			res := bothForms(t, onLayer(test.xml, test.json), files)
			if test.issue != "" {
				if !hasIssue(res, importers.Loss, test.issue) {
					t.Errorf("issues %v, want %q", res.Issues, test.issue)
				}
				return
			}
			if len(res.Issues) > 0 {
				t.Error(res.Issues)
			}
			for c := range res.Document.Colliders() {
				if got := fmt.Sprint(c.Role, " ", map[string]any(c.Properties)); got != test.want {
					t.Errorf("%s, want %s", got, test.want)
				}
			}
			if res.Document.Len() != 1 {
				t.Errorf("%d colliders", res.Document.Len())
			}
		})
	}
}

// A tile object inherits its tile's properties, which override the defaults of its class; its own properties override
// both. A tile also has the defaults of its class.
func TestPropertiesOfTileObjects(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"game.tiled-project": {Data: []byte(project)}}
	res := bothForms(t, pair{
		`<map width="2" height="2" tilewidth="16" tileheight="16" class="Foe"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16"><tile id="0" type="Rock"><objectgroup><properties><property name="b" value="old"/><property name="c" value="old"/></properties></objectgroup><properties><property name="weight" type="int" value="3"/><property name="b" type="int" value="1"/></properties></tile></tileset>` +
			`<layer id="2" name="G" width="2" height="2"><data encoding="csv">1,0,0,0</data></layer>` +
			`<objectgroup id="1" name="L"><object id="1" gid="1" x="0" y="16" width="16" height="16"><properties><property name="b" type="int" value="2"/></properties></object></objectgroup></map>`,
		`{"type":"map","width":2,"height":2,"tilewidth":16,"tileheight":16,"class":"Foe","tilesets":[{"firstgid":1,"name":"t","tilewidth":16,"tileheight":16,"tiles":[{"id":0,"type":"Rock","objectgroup":{"properties":[{"name":"b","type":"string","value":"old"},{"name":"c","type":"string","value":"old"}],"objects":[]},"properties":[{"name":"weight","type":"int","value":3},{"name":"b","type":"int","value":1}]}]}],` +
			`"layers":[{"type":"tilelayer","id":2,"name":"G","width":2,"height":2,"data":[1,0,0,0]},{"type":"objectgroup","id":1,"name":"L","objects":[{"id":1,"gid":1,"x":0,"y":16,"width":16,"height":16,"properties":[{"name":"b","type":"int","value":2}]}]}]}`,
	}, files)
	var got []string
	for c := range res.Document.Colliders() {
		got = append(got, fmt.Sprint(c.Role, " ", c.Shape.Kind, " ", c.Properties))
	}
	if d := cmp.Diff([]string{"solid polygon map[]", "trigger box map[b:2 c:old weight:3]"}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	properties := res.Document.Settings().Imports[0].Places[0].Properties
	want := `map[drops:["key",{"atk":4,"def":0}] stats.atk:5 stats.def:2]`
	if got := fmt.Sprint(properties); got != want {
		t.Errorf("the level has %s, want %s", got, want)
	}
}

// The project is in the map's folder or in the nearest folder above that has one. A broken project is a loss for maps
// that use a class.
func TestProjectsOfClasses(t *testing.T) {
	t.Parallel()
	object := `<objectgroup id="1" name="L"><object id="1" type="Barrier" x="1" y="2" width="3" height="4"/></objectgroup>`
	for name, test := range map[string]struct {
		body     string
		files    fstest.MapFS
		solid    bool
		severity importers.Severity
		issue    string
	}{
		"above": {
			object,
			fstest.MapFS{"maps/m.tmx": {}, "p.tiled-project": {Data: []byte(project)}},
			true,
			"", "",
		},
		"the nearest": {object, fstest.MapFS{
			"maps/q.tiled-project": {Data: []byte(`{}`)},
			"p.tiled-project":      {Data: []byte(project)},
		}, false, "", ""},
		"two": {object, fstest.MapFS{
			"p.tiled-project": {Data: []byte(project)},
			"q.tiled-project": {Data: []byte(`{}`)},
		}, true, importers.Warning, "2 Tiled projects"},
		"broken": {
			object,
			fstest.MapFS{"p.tiled-project": {Data: []byte(`{`)}},
			false, importers.Loss,
			"the Tiled project cannot be read",
		},
		"broken, unneeded": {
			strings.Replace(object, `type="Barrier"`, "", 1),
			fstest.MapFS{"p.tiled-project": {Data: []byte(`{`)}},
			false, "", "",
		},
		"types in XML": {object, fstest.MapFS{
			"p.tiled-project": {Data: []byte(`{"objectTypesFile":"sub/types.xml"}`)},
			"sub/types.xml": {Data: []byte(
				`<objecttypes><objecttype name="Barrier" color="#ff0000"><property name="solid" type="bool" default="true"/><property name="n" type="int"/></objecttype></objecttypes>`)},
		}, true, "", ""},
		"types in JSON": {object, fstest.MapFS{
			"p.tiled-project": {Data: []byte(`{"objectTypesFile":"types.json"}`)},
			"types.json": {Data: []byte(
				`[{"name":"Barrier","color":"#ff0000","properties":[{"name":"solid","type":"bool","value":true}]}]`)},
		}, true, "", ""},
		"types elsewhere": {object, fstest.MapFS{"p.tiled-project": {Data: []byte(
			`{"objectTypesFile":"../types.xml"}`)}}, false, importers.Loss, "objectTypesFile: the path leads outside"},
		"none": {object, fstest.MapFS{}, false, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			test.files["maps/m.tmx"] = &fstest.MapFile{}
			res, err := New().Import(t.Context(), importers.NewSourceIn("maps/m.tmx", []byte(mapOf(test.body)),
				test.files, "maps"), importers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if test.issue == "" && len(res.Issues) > 0 || test.issue != "" &&
				!hasIssue(res, test.severity, test.issue) {
				t.Errorf("issues %v, want %q", res.Issues, test.issue)
			}
			for c := range res.Document.Colliders() {
				if got := c.Properties["solid"] == true; got != test.solid {
					t.Errorf("solid is %v", got)
				}
			}
		})
	}
}

// Classes that each contain the next class twice do not cost exponentially, because the values per object are limited.
func TestClassesOfManyClasses(t *testing.T) {
	t.Parallel()
	var classes []string
	for i := range 30 {
		classes = append(classes, fmt.Sprintf(
			`{"name":"C%d","type":"class","useAs":["object","property"],"members":[{"name":"a","type":"class","propertyType":"C%d","value":{}},{"name":"b","type":"class","propertyType":"C%[2]d","value":{}}]}`, i, i+1))
	}
	files := fstest.MapFS{"p.tiled-project": {Data: []byte(`{"propertyTypes":[` + strings.Join(classes, ",") + `]}`)}}
	res, err := imported(objectsOf(`<object id="1" type="C0" x="1" y="2" width="3" height="4"/>`), files)
	if err != nil {
		t.Fatal(err)
	}
	if !hasIssue(res, importers.Loss, "more than 1024 properties") {
		t.Errorf("issues %v", res.Issues)
	}
	object := `<object type="Many" x="1" y="2" width="3" height="4"/>`
	files["p.tiled-project"].Data = []byte(
		`{"propertyTypes":[{"name":"Many","type":"class","useAs":["object"],"members":[` +
			strings.TrimSuffix(strings.Repeat(`{"name":"a","type":"int","value":1},`, 2000), ",") + `]}]}`)
	if _, err := imported(objectsOf(strings.Repeat(object, 1100)), files); err == nil ||
		!strings.Contains(err.Error(), "together exceed the limit") {
		t.Errorf("error %v", err)
	}
}
