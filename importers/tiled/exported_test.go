package tiled

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fillet/editor/level"
)

// Objects with a Fillet id get their exported fields back. Values that an export would not write change nothing.
func TestObjectsOfFilletGetTheirFieldsBack(t *testing.T) {
	t.Parallel()
	const side = 0.7071067811865476
	for name, tt := range map[string]struct {
		properties string // name=value, names without "fillet."
		angle      float64
		change     func(c *level.Collider)
		rest       level.Properties
	}{
		"nothing but an id": {"id=c1", 0, func(*level.Collider) {}, level.Properties{"fillet.id": "c1"}},
		"every field": {
			"id=c1 body=kinematic group=-3 tags=a,b friction=0.25 restitution=0.5 density=3 velocity_x=-12.5 " +
				"velocity_y=3 spin=-90 force_y=2", 0,
			func(c *level.Collider) {
				c.Body, c.Group, c.Tags = level.Kinematic, -3, []string{"a", "b"}
				c.Friction, c.Restitution, c.Density = 0.25, 0.5, 3
				c.Start(level.Motion{Velocity: level.Vec{X: -12.5, Y: 3}, Spin: -90, Force: level.Vec{Y: 2}})
			},
			level.Properties{"fillet.id": "c1"},
		},
		"numbers at their limits": {
			"id=c1 friction=0 restitution=0 density=10000000 group=2147483647", 0,
			func(c *level.Collider) {
				c.Friction, c.Density, c.Group = 0, level.MaxCoordinate, math.MaxInt32
			},
			level.Properties{"fillet.id": "c1"},
		},
		"numbers that are no values": {
			"id=c1 body=soft group=1.5 friction=-1 restitution=-0.1 density=1e300 role=ghost", 0,
			func(*level.Collider) {},
			level.Properties{"fillet.id": "c1"},
		},
		"the lowest group": {
			"id=c1 group=-2147483648", 0,
			func(c *level.Collider) { c.Group = math.MinInt32 },
			level.Properties{"fillet.id": "c1"},
		},
		"too large a group": {
			"id=c1 group=2147483648", 0, func(*level.Collider) {},
			level.Properties{"fillet.id": "c1"},
		},
		"tags that are empty or stand twice": {
			"id=c1 tags=a,,b,a,", 0,
			func(c *level.Collider) { c.Tags = []string{"a", "b"} },
			level.Properties{"fillet.id": "c1"},
		},
		"solid": {"id=c1 role=solid", 0, func(c *level.Collider) {
			c.Role = level.Solid
		}, level.Properties{"fillet.id": "c1"}},
		"one way, no way": {"id=c1 role=one-way", 0, func(c *level.Collider) {
			c.Role, c.OneWay = level.OneWay, level.Up
		}, level.Properties{"fillet.id": "c1"}},
		"one way to the right": {
			"id=c1 role=one-way one_way_x=1 one_way_y=0", 0,
			func(c *level.Collider) { c.Role, c.OneWay = level.OneWay, level.Vec{X: 1} },
			level.Properties{"fillet.id": "c1"},
		},
		"half a direction": {
			"id=c1 role=one-way one_way_x=1", 0,
			func(c *level.Collider) { c.Role, c.OneWay = level.OneWay, level.Up },
			level.Properties{"fillet.id": "c1"},
		},
		"a direction that is too long": {
			"id=c1 role=one-way one_way_x=1 one_way_y=1", 0,
			func(c *level.Collider) { c.Role, c.OneWay = level.OneWay, level.Up },
			level.Properties{"fillet.id": "c1"},
		},
		"one way of what is turned": {
			fmt.Sprintf("id=c1 role=one-way one_way_x=%v one_way_y=%v", side, side), 90,
			func(c *level.Collider) {
				c.Role, c.OneWay = level.OneWay, level.Vec{X: side, Y: -side}
			},
			level.Properties{"fillet.id": "c1"},
		},
		"the level's own properties of such names": {
			"id=c1 own.id=mine own.tags=x hp=3", 0, func(*level.Collider) {},
			level.Properties{"fillet.id": "mine", "fillet.tags": "x", "fillet.hp": "3"},
		},
		"no id": {
			"body=kinematic tags=a", 0, func(*level.Collider) {},
			level.Properties{"fillet.body": "kinematic", "fillet.tags": "a"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			for field := range strings.FieldsSeq(tt.properties) {
				key, value, _ := strings.Cut(field, "=")
				kind := "string"
				switch key {
				case "group", "friction", "restitution", "density", "one_way_x", "one_way_y", "velocity_x",
					"velocity_y", "spin", "force_x", "force_y":
					kind = "float"
				}
				fmt.Fprintf(&b, `<property name="fillet.%s" type="%s" value="%s"/>`, key, kind, value)
			}
			object := func(properties string) *level.Collider {
				res, err := imported(objectsOf(fmt.Sprintf(
					`<object id="1" x="20" y="20" width="16" height="16" rotation="%v"><properties>%s</properties></object>`, tt.angle, properties)), nil)
				if err != nil {
					t.Fatal(err)
				}
				for c := range res.Document.Colliders() {
					return c
				}
				t.Fatal("the object is left out")
				return nil
			}
			want := *object("")
			tt.change(&want)
			want.Properties = tt.rest
			got := object(b.String())
			near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) <= 1e-12 })
			if d := cmp.Diff(&want, got, near, cmp.FilterPath(func(p cmp.Path) bool {
				return p.Last().String() == ".ID" || p.Last().String() == ".Source"
			}, cmp.Ignore())); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// The scale of a level that Fillet exported is kept, however small. Maps from other programs have the default scale.
func TestScaleOfExportedMaps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, scale string
		want        float64
	}{
		{"Cave", "0.5", 0.5},
		{"Cave", "64", 64},
		{"Cave", "0", level.DefaultSettings().PixelsPerMetre},
		{"Cave", "1e300", level.DefaultSettings().PixelsPerMetre},
		{"", "64", level.DefaultSettings().PixelsPerMetre},
	} {
		res, err := imported(mapOf(fmt.Sprintf(`<properties><property name="fillet.name" value="%s"/>`+
			`<property name="fillet.pixels_per_metre" value="%s"/></properties>`, tt.name, tt.scale)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Document.Settings().PixelsPerMetre; got != tt.want {
			t.Errorf("%q with a scale of %s has %g pixels per metre, want %g", tt.name, tt.scale, got, tt.want)
		}
	}
}
