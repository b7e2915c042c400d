package level

import (
	"errors"
	"slices"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// playtest writes the values that differ from the default.
func (e *encoder) playtest(p Playtest) {
	d := DefaultPlaytest()
	if p == d {
		return
	}
	const in = 2
	e.text("playtest:\n")
	if p.Mode != d.Mode {
		e.line(in, "mode", string(p.Mode))
	}
	if p.Form != d.Form {
		e.line(in, "body", string(p.Form))
	}
	if p.Size != d.Size {
		e.line(in, "size", p.Size)
	}
	defaults := d.Numbers()
	for i, n := range p.Numbers() {
		if *n.Value != *defaults[i].Value {
			e.line(in, n.Key, *n.Value)
		}
	}
	if p.FrictionMix != d.FrictionMix {
		e.line(in, "friction_mix", string(p.FrictionMix))
	}
	if p.RestitutionMix != d.RestitutionMix {
		e.line(in, "restitution_mix", string(p.RestitutionMix))
	}
	usual := d.Switches()
	for i, x := range p.Switches() {
		if *x.On != *usual[i].On {
			e.line(in, x.Key, *x.On)
		}
	}
}

// playtest reads the character's settings. Missing keys keep their values.
func (d *decoder) playtest(n *yaml.Node, p *Playtest) error {
	numbers, switches := p.Numbers(), p.Switches()
	keys := []string{"mode", "body", "size", "friction_mix", "restitution_mix"}
	for _, x := range numbers {
		keys = append(keys, x.Key)
	}
	for _, x := range switches {
		keys = append(keys, x.Key)
	}
	at := map[string]*yaml.Node{}
	err := d.Mapping(n, keys, func(key string, v *yaml.Node) error {
		at[key] = strictyaml.Keep(v)
		switch key {
		case "mode":
			return playModes.read(d, v, &p.Mode)
		case "body":
			return playForms.read(d, v, &p.Form)
		case "size":
			return d.vec(v, &p.Size)
		case "friction_mix":
			return playMixes.read(d, v, &p.FrictionMix)
		case "restitution_mix":
			return playMixes.read(d, v, &p.RestitutionMix)
		}
		if i := slices.IndexFunc(switches, func(x PlaySwitch) bool { return x.Key == key }); i >= 0 {
			return d.Bool(v, switches[i].On)
		}
		i := slices.IndexFunc(numbers, func(x PlayNumber) bool { return x.Key == key })
		return d.Number(v, numbers[i].Value)
	})
	if err != nil {
		return err
	}
	var pe *PlayError
	if err := p.Validate(); errors.As(err, &pe) {
		if v := at[pe.Key]; v != nil {
			n = v
		}
		return d.Wrap(n, err)
	}
	return nil
}

// The forms of the playtest's words.
var (
	playModes = oneOf(Platformer, TopDown)
	playForms = oneOf(BoxForm, CapsuleForm, CircleForm)
	playMixes = oneOf(GeometricMix, AverageMix, MinimumMix, MaximumMix, ProductMix)
)
