package gameplay_test

import (
	"math"
	"slices"
	"testing"

	"fillet/editor/gameplay"
	"fillet/editor/level"
)

// TestTable: each row is found by its kind and its tag, says what it is, and its fields have keys that no other has, and
// defaults that are valid.
func TestTable(t *testing.T) {
	keys := map[string]bool{}
	for i, o := range gameplay.Objects() {
		if int(o.Kind) != i+1 || gameplay.Of(o.Kind) == nil || gameplay.Of(o.Kind).Title != o.Title {
			t.Errorf("%s is not the row of its kind", o.Title)
		}
		if o.Tag == "" != (o.Kind == gameplay.OneWay) || o.Title == "" || o.Help == "" || len(o.Roles) == 0 {
			t.Errorf("row %d says too little: %+v", i, o)
		}
		if o.Tag != "" && gameplay.ByTag(o.Tag).Kind != o.Kind {
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
				t.Errorf("%s: %s takes a value of another type", o.Title, f.Key)
			}
			if f.Type == gameplay.Number {
				for _, x := range []float64{math.NaN(), f.Least - 1, f.Most + 1, math.Inf(1)} {
					if f.Check(x) == nil {
						t.Errorf("%s: %s takes %g", o.Title, f.Key, x)
					}
				}
			}
		}
	}
	if gameplay.Of(gameplay.None) != nil || gameplay.ByTag("") != nil || gameplay.ByTag("hero") != nil {
		t.Error("there are rows of nothing")
	}
}

func TestValues(t *testing.T) {
	p := level.Properties{
		gameplay.SpringSpeed: 1e9, gameplay.CrumbleTime: "soon", gameplay.SwitchMode: "often", gameplay.DoorOpen: true,
		gameplay.Opens: " gate, ,lift ", gameplay.ConveyorSpeed: -12.0,
	}
	for _, c := range []struct{ got, want float64 }{
		{gameplay.NumberOf(gameplay.Spring, gameplay.SpringSpeed, p), 5000},
		{gameplay.NumberOf(gameplay.Spring, gameplay.SpringDirection, p), -90},
		{gameplay.NumberOf(gameplay.Crumbling, gameplay.CrumbleTime, p), 0.5},
		{gameplay.NumberOf(gameplay.Conveyor, gameplay.ConveyorSpeed, p), -12},
		{gameplay.NumberOf(gameplay.Door, gameplay.ConveyorSpeed, p), 0},
	} {
		if c.got != c.want {
			t.Errorf("%g, want %g", c.got, c.want)
		}
	}
	if w := gameplay.WordOf(gameplay.Switch, gameplay.SwitchMode, p); w != gameplay.Hold {
		t.Errorf("the mode is %q", w)
	}
	if !gameplay.IsSet(gameplay.DoorOpen, p) || gameplay.IsSet(gameplay.NeedsAll, p) || gameplay.IsSet(gameplay.Opens, p) {
		t.Error("what is true is wrong")
	}
	if n := gameplay.NamesOf(gameplay.Opens, p); !slices.Equal(n, []string{"gate", "lift"}) {
		t.Errorf("it names %q", n)
	}
}

// TestWorking: a tag counts only with a role that it goes with.
func TestWorking(t *testing.T) {
	c := level.NewCollider(1, 1, "belt", level.Shape{Kind: level.Circle, Radius: 4}, level.Vec{})
	c.Tags = []string{"conveyor", "hazard", "mine", "goal"}
	if s := gameplay.Working(c); !s.Has(gameplay.Conveyor) || !s.Has(gameplay.Hazard) || s.Has(gameplay.Goal) {
		t.Errorf("a solid works as %b", s)
	}
	c.Role = level.Trigger
	if s := gameplay.Working(c); s.Has(gameplay.Conveyor) || !s.Has(gameplay.Hazard) || !s.Has(gameplay.Goal) {
		t.Errorf("a trigger works as %b", s)
	}
	if !gameplay.IsNamed(c, []string{"mine"}) || !gameplay.IsNamed(c, []string{"x", "belt"}) || gameplay.IsNamed(c, []string{"x"}) {
		t.Error("its names are wrong")
	}
}
