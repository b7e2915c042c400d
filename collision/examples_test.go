package collision

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// plain lists the types whose methods are arithmetic or text. One example of such a type, or none, is enough.
var plain = map[string]bool{
	"Vec": true, "AABB": true, "Rot": true, "Transform": true, "Filter": true, "Placed": true, "Segment": true,
	"Feature":   true,
	"FeatureID": true, "EventKind": true, "OutlineError": true, "OutlineErrorKind": true, "ShapeError": true,
}

// shown lists functions that another function's example calls, or that games do not need.
var shown = map[string]string{
	"EmptyAABB": "arithmetic", "BoundsOf": "Shape_Boundary", "Identity": "World", "NewTransform": "Transform",
	"NewRot": "Transform",
	"Sincos": "arithmetic", "Cos": "arithmetic", "Atan2": "arithmetic",
	"Shape_Len": "NewShape", "Shape_Radius": "NewShape", "Shape_Normal": "Shape_Vertices",
	"Shape_Vertex": "Shape_Vertices",
	"Shape_Place":  "Placed", "Shape_PlaceInto": "Placed",
	"Manifold_Depth": "Collide", "Contact_Depth": "World_Contacts", "World_Len": "NewWorld",
	"Mover_Along": "Mover_Step", "Mover_Leave": "Mover_Step", "Mover_GroundVelocity": "Mover_Step",
	"World_Validate": "for tests", "World_TreeBoxes": "for drawing",
}

// Every function for games has an example that runs.
func TestEveryFunctionHasAnExample(t *testing.T) {
	t.Parallel()
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	functions, examples := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := d.Name.Name
			if example, ok := strings.CutPrefix(name, "Example"); ok && strings.HasSuffix(file.Name(), "_test.go") {
				examples[example] = true
			}
			if strings.HasSuffix(file.Name(), "_test.go") || !d.Name.IsExported() {
				continue
			}
			if of := receiver(d); of != "" {
				if plain[of] || !ast.IsExported(of) {
					continue
				}
				name = of + "_" + name
			}
			functions[name] = true
		}
	}
	for name := range functions {
		if _, ok := shown[name]; !ok && !examples[name] {
			t.Errorf("%s has no example", name)
		}
	}
	for name, by := range shown {
		if !functions[name] || !examples[by] && !strings.Contains(by, " ") && by != "arithmetic" {
			t.Errorf("%s is listed as shown by %s, but one of them is missing", name, by)
		}
	}
}

func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	of := d.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}
