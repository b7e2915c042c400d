package level_test

import (
	"math"
	"slices"
	"testing"

	"fillet/editor/level"
)

// TestTable checks that each row can be found by its kind and its tag and has a description, and that its fields have
// unique keys and valid defaults.
func TestTable(t *testing.T) {
	keys := map[string]bool{}
	for i, o := range level.Objects() {
		if int(o.Kind) != i+1 || level.ObjectOf(o.Kind) == nil || level.ObjectOf(o.Kind).Title != o.Title {
			t.Errorf("%s is not found by its kind", o.Title)
		}
		if o.Tag == "" != (o.Kind == level.OneWayObject) || o.Title == "" || o.Help == "" || len(o.Roles) == 0 {
			t.Errorf("row %d is incomplete: %+v", i, o)
		}
		if o.Tag != "" && level.ObjectByTag(o.Tag).Kind != o.Kind {
			t.Errorf("%s is not found by its tag", o.Title)
		}
		for _, f := range o.Fields {
			if keys[f.Key] || f.Title == "" || f.Help == "" {
				t.Errorf("%s: the field %q", o.Title, f.Key)
			}
			keys[f.Key] = true
			if err := f.Check(f.Initial()); err != nil {
				t.Errorf("%s: the default: %v", o.Title, err)
			}
			if err := f.Check([]int{}); err == nil {
				t.Errorf("%s: %s accepts a value of a different type", o.Title, f.Key)
			}
			if f.Type == level.NumberField {
				for _, x := range []float64{math.NaN(), f.Min - 1, f.Max + 1, math.Inf(1)} {
					if f.Check(x) == nil {
						t.Errorf("%s: %s accepts %g", o.Title, f.Key, x)
					}
				}
			}
		}
	}
	if level.ObjectOf(level.NoObject) != nil || level.ObjectByTag("") != nil || level.ObjectByTag("hero") != nil {
		t.Error("there are rows for missing kinds")
	}
}

func TestValues(t *testing.T) {
	p := level.Properties{
		level.SpringSpeedKey: 1e9, level.CrumbleTimeKey: "soon", level.SwitchModeKey: "often", level.DoorOpenKey: true,
		level.OpensKey: " gate, ,lift ", level.ConveyorSpeedKey: -12.0,
	}
	for _, c := range []struct{ got, want float64 }{
		{level.PropertyNumber(level.SpringObject, level.SpringSpeedKey, p), 5000},
		{level.PropertyNumber(level.SpringObject, level.SpringDirectionKey, p), -90},
		{level.PropertyNumber(level.CrumblingObject, level.CrumbleTimeKey, p), 0.5},
		{level.PropertyNumber(level.ConveyorObject, level.ConveyorSpeedKey, p), -12},
		{level.PropertyNumber(level.DoorObject, level.ConveyorSpeedKey, p), 0},
	} {
		if c.got != c.want {
			t.Errorf("%g, want %g", c.got, c.want)
		}
	}
	if w := level.PropertyWord(level.SwitchObject, level.SwitchModeKey, p); w != level.SwitchHold {
		t.Errorf("the mode is %q", w)
	}
	if !level.PropertyIsSet(level.DoorOpenKey, p) || level.PropertyIsSet(level.NeedsAllKey, p) ||
		level.PropertyIsSet(level.OpensKey, p) {
		t.Error("PropertyIsSet is wrong")
	}
	if n := level.PropertyNames(level.OpensKey, p); !slices.Equal(n, []string{"gate", "lift"}) {
		t.Errorf("the names are %q", n)
	}
}

// TestWorking checks that a tag counts only with a suitable role.
func TestWorking(t *testing.T) {
	c := level.NewCollider(1, 1, "belt", level.Shape{Kind: level.Circle, Radius: 4}, level.Vec{})
	c.Tags = []string{"conveyor", "hazard", "mine", "goal"}
	if s := level.WorkingObjects(c); !s.Has(level.ConveyorObject) || !s.Has(level.HazardObject) ||
		s.Has(level.GoalObject) {
		t.Errorf("a solid works as %b", s)
	}
	c.Role = level.Trigger
	if s := level.WorkingObjects(c); s.Has(level.ConveyorObject) || !s.Has(level.HazardObject) ||
		!s.Has(level.GoalObject) {
		t.Errorf("a trigger works as %b", s)
	}
	if !level.IsNamed(c, []string{"mine"}) || !level.IsNamed(c, []string{"x", "belt"}) ||
		level.IsNamed(c, []string{"x"}) {
		t.Error("its names are wrong")
	}
}
