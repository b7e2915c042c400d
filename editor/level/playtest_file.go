package level

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// The rows of a playtest.
var (
	playHead = []Field[Playtest]{
		playWord("mode", func(p *Playtest) *PlayMode { return &p.Mode }, Platformer, TopDown),
		playWord("body", func(p *Playtest) *PlayForm { return &p.Form }, BoxForm, CapsuleForm, CircleForm),
		playRow("size", func(p *Playtest) *Vec { return &p.Size }, vectors, func(size Vec) error {
			if !(min(size.X, size.Y) > 0 && max(size.X, size.Y) <= MaxPlayLength) { // NaN is in no range
				return fmt.Errorf("is %g by %g; both must be more than 0 and at most %g", size.X, size.Y,
					float64(MaxPlayLength))
			}
			return nil
		}),
	}
	playMixRows = []Field[Playtest]{
		playWord("friction_mix", func(p *Playtest) *PlayMix { return &p.FrictionMix }, playMixes...),
		playWord("restitution_mix", func(p *Playtest) *PlayMix { return &p.RestitutionMix }, playMixes...),
	}
	playNumberRows = func() (rows []Field[Playtest]) {
		for _, n := range playNumbers {
			rows = append(rows, playRow(n.key, n.at, numbers, func(x float64) error {
				if !(x >= n.least && x <= n.most) { // NaN is in no range
					return fmt.Errorf("is %g; it must be from %.4g to %g", x, n.least, n.most)
				}
				return nil
			}))
		}
		return rows
	}()
	playSwitchRows = func() (rows []Field[Playtest]) {
		for _, x := range playSwitches {
			rows = append(rows, playRow(x.key, x.at, switches, func(bool) error { return nil }))
		}
		return rows
	}()

	playSchema = newSchema(slices.Concat(playHead, playNumberRows, playMixRows, playSwitchRows)...)
)

// playRow returns the row of a value of a playtest. The file leaves out the default. The errors of check follow the
// key.
func playRow[V comparable](key string, at func(*Playtest) *V, f form[V], check func(V) error) Field[Playtest] {
	usual := DefaultPlaytest()
	return row(key, at, f, *at(&usual), func(_ string, v V) error {
		if err := check(v); err != nil {
			return &PlayError{key, err}
		}
		return nil
	})
}

// playWord returns the row of one of several words.
func playWord[V interface {
	~string
	fmt.Stringer
}](key string, at func(*Playtest) *V, words ...V) Field[Playtest] {
	return playRow(key, at, oneOf(words...), func(v V) error {
		if slices.Contains(words, v) {
			return nil
		}
		var list []string
		for _, w := range words {
			list = append(list, w.String())
		}
		last := len(list) - 1
		return fmt.Errorf("is %q; it must be %s or %s", quote.Excerpt(v.String()), strings.Join(list[:last], ", "),
			list[last])
	})
}

// playtest writes the values that differ from the default.
func (e *encoder) playtest(p Playtest) {
	if p != DefaultPlaytest() {
		e.text("playtest:\n")
		writeRows(e, 2, &p, playSchema.rows)
	}
}

// playtest reads the character's settings. Missing keys keep their values.
func (d *decoder) playtest(n *yaml.Node, p *Playtest) error {
	at := map[string]*yaml.Node{}
	err := d.Mapping(n, playSchema.keys, func(key string, v *yaml.Node) error {
		at[key] = strictyaml.Keep(v)
		return playSchema.readKey(d, key, v, p)
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
