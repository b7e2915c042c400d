package level

import (
	"math"
	"strings"
	"testing"
)

// A layer accepts opacities in range, and keeps its opacity if it rejects a value. 1 is stored as 0, the default.
func TestLayerAlpha(t *testing.T) {
	t.Parallel()
	for alpha, stored := range map[float64]float64{MinOpacity: MinOpacity, 0.5: 0.5, 1: 0} {
		l := &Layer{Opacity: 0.3}
		if err := l.SetAlpha(alpha); err != nil || l.Opacity != stored || l.Alpha() != alpha {
			t.Errorf("%g is stored as %g, shows as %g: %v", alpha, l.Opacity, l.Alpha(), err)
		}
	}
	for _, alpha := range []float64{-1, 0, MinOpacity / 2, 1.01, math.Inf(1), math.NaN()} {
		l := &Layer{Opacity: 0.3}
		if err := l.SetAlpha(alpha); err == nil || l.Opacity != 0.3 {
			t.Errorf("%g: opacity %g, %v", alpha, l.Opacity, err)
		}
	}
}

// Each side of a level's size is checked.
func TestSettingsRejectSizes(t *testing.T) {
	for _, size := range []Vec{{X: -1, Y: 10}, {X: 10, Y: -1}, {X: math.NaN(), Y: 1}, {X: 1, Y: math.Inf(1)}} {
		s := DefaultSettings()
		s.Size = size
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), "size") {
			t.Errorf("a size of %v: %v", size, err)
		}
	}
}

// A reason is a single line of text.
func TestIgnoredReasons(t *testing.T) {
	t.Parallel()
	ids := []ID{1, 2}
	for reason, ok := range map[string]bool{
		"": true, "meant": true, "two\nlines": false, "a\rb": false,
		"\xff": false,
	} {
		e := NewIgnored(RuleOverlap, ids, reason)
		if err := e.check(); (err == nil) != ok {
			t.Errorf("reason %q: %v", reason, err)
		}
	}
}

func TestConflictTexts(t *testing.T) {
	t.Parallel()
	if got := ValueText(""); got != "(none)" {
		t.Errorf("a missing value is %q", got)
	}
	if got := ValueText("3"); got != "3" {
		t.Errorf("3 is %q", got)
	}
	if got := KeyText("name"); got != "name" {
		t.Errorf("name is %q", got)
	}
	if got := KeyText("a\u202eb"); !strings.HasPrefix(got, `"`) {
		t.Errorf("an unprintable key is %q", got)
	}
}

// WithSource renames a source's file in a copy. A collider that would not change is returned as is. rename is called
// once per name.
func TestWithSource(t *testing.T) {
	t.Parallel()
	asked := 0
	rename := func(s string) string {
		asked++
		return strings.Replace(s, "old/", "new/", 1)
	}
	names := map[string]string{}
	for range 2 {
		c := &Collider{Name: "a", Source: &Source{File: "old/map.tmx", ID: "7"}}
		after := c.WithSource(rename, names)
		if after == c || after.Source.File != "new/map.tmx" || after.Source.ID != "7" || after.Name != "a" ||
			c.Source.File != "old/map.tmx" {
			t.Errorf("%+v becomes %+v", c.Source, after.Source)
		}
	}
	for _, c := range []*Collider{{}, {Source: &Source{ID: "7"}}, {Source: &Source{File: "map.tmx"}}} {
		if after := c.WithSource(rename, names); after != c {
			t.Errorf("%+v becomes %+v", c.Source, after.Source)
		}
	}
	if asked != 2 {
		t.Errorf("rename was called %d times for two names", asked)
	}
}

// The largest radius is cheap for boxes, for shapes without corners and for shapes that grow outward. For other
// outlines it is known once computed.
func TestKnowsMaxRadius(t *testing.T) {
	t.Parallel()
	corner := []Vec{{}, {X: 10}, {X: 10, Y: 8}, {X: 2, Y: 9}}
	for _, tt := range []struct {
		name  string
		shape Shape
		known bool
	}{
		{"box", Shape{Kind: Box, Size: Vec{X: 4, Y: 2}}, true},
		{"circle", Shape{Kind: Circle, Radius: 2}, true},
		{"polygon", Shape{Kind: Polygon, Points: corner}, false},
		{"polygon that grows", Shape{Kind: Polygon, Points: corner, Radius: 1, Rounding: Outset}, true},
	} {
		b, err := tt.shape.Bake()
		if err != nil {
			t.Fatal(tt.name, err)
		}
		if got := b.KnowsMaxRadius(&tt.shape); got != tt.known {
			t.Errorf("%s: known %v", tt.name, got)
		}
		if b.MaxRadius(&tt.shape); tt.shape.HasCorners() && !b.KnowsMaxRadius(&tt.shape) {
			t.Errorf("%s: not known after it was computed", tt.name)
		}
	}
}

// Instances that differ in any one value are not equal.
func TestInstanceEqual(t *testing.T) {
	plain := func() *Instance { return &Instance{ID: 5, Prefab: "p.level.yaml", Layer: 2} }
	a := plain()
	if same := a; !a.Equal(plain()) || !a.Equal(same) || a.Equal(nil) || (*Instance)(nil).Equal(a) ||
		!(*Instance)(nil).Equal(nil) {
		t.Error("an instance must equal itself, and not nil")
	}
	for name, change := range map[string]func(i *Instance){
		"id": func(i *Instance) {
			i.ID++
		}, "prefab": func(i *Instance) { i.Prefab = "q" }, "name": func(i *Instance) { i.Name = "n" },
		"layer": func(i *Instance) {
			i.Layer++
		}, "order": func(i *Instance) { i.Order++ }, "group": func(i *Instance) { i.GroupOf++ },
		"position": func(i *Instance) {
			i.Position.X++
		}, "angle": func(i *Instance) { i.Angle++ }, "locked": func(i *Instance) { i.Locked = true },
		"hidden": func(i *Instance) { i.Hidden = true },
	} {
		other := plain()
		if change(other); plain().Equal(other) || other.Equal(plain()) {
			t.Errorf("instances that differ in %s are equal", name)
		}
	}
}

// Without names, a collider is in the first category. For a mask, nil means all categories of the level, and an empty
// list means none.
func TestCategoryBits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		level, named   []string
		category, mask uint64
	}{
		{nil, nil, 1, 1},
		{[]string{"a", "b", "c"}, nil, 1, 7},
		{[]string{"a", "b", "c"}, []string{}, 1, 0},
		{[]string{"a", "b", "c"}, []string{"c", "a", "gone"}, 5, 5},
		{make([]string, MaxCategories), nil, 1, math.MaxUint64},
	} {
		s := Settings{Categories: tt.level}
		category, mask := s.CategoryBits(tt.named), s.MaskBits(tt.named)
		if category != tt.category || mask != tt.mask {
			t.Errorf("%q of %d: category %b, mask %b", tt.named, len(tt.level), category, mask)
		}
	}
}

// A path without speed and time moves at 100 pixels per second, even if magnified.
func TestPathSpeed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path                   Path
		speed, magnified, time float64
	}{
		{Path{}, 100, 200, 0},
		{Path{Speed: 30}, 30, 60, 0},
		{Path{Speed: MaxPathNumber}, MaxPathNumber, MaxPathNumber, 0},
		{Path{Time: 4}, 0, 0, 4},
	} {
		o, big := tt.path.Options(false), tt.path.Magnified(2)
		if o.Speed != tt.speed || o.Time != tt.time || big.Speed != tt.magnified || big.Time != tt.time {
			t.Errorf("%+v: speed %g, time %g; magnified %g, %g", tt.path, o.Speed, o.Time, big.Speed, big.Time)
		}
	}
}
