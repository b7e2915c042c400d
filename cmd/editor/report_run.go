package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"text/tabwriter"

	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"
)

// sideNames holds the sides in the order of their bits.
var sideNames = [...]string{"left", "right", "top", "bottom"}

func sideWords(s play.Side) []string {
	var words []string
	for i, name := range sideNames {
		if s>>i&1 == 1 {
			words = append(words, name)
		}
	}
	return words
}

// jsonString quotes a string, which never fails.
func jsonString(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(b)
}

// RunJSON reports the current state of a run: one line per body and event.
func RunJSON(run *play.Run, doc *level.Document) []byte {
	c := run.Character()
	b := fmt.Appendf(nil, "{\"level\": %s, \"steps\": %d, \"seconds\": ", jsonString(doc.Settings().Name), run.Steps())
	b = strictyaml.AppendNumber(b, run.Time())
	b = fmt.Appendf(b, ", \"goal\": %t, \"hash\": \"%016x\",\n \"character\": {\"position\": ", run.Finished(),
		run.Hash())
	b = appendVec(b, c.Position)
	b = append(b, `, "velocity": `...)
	b = appendVec(b, c.Velocity)
	b = append(b, `, "ground": `...)
	if c.Grounded {
		b = fmt.Appendf(b, "%q", idText(doc, c.Ground))
	} else {
		b = append(b, "null"...)
	}
	b = append(b, `, "sides": [`...)
	for i, w := range sideWords(c.Sides) {
		b = appendComma(b, i)
		b = strconv.AppendQuote(b, w)
	}
	b = append(b, `], "touches": [`...)
	for i, t := range c.Touches {
		b = appendComma(b, i)
		b = fmt.Appendf(b, "{\"id\": %q, \"side\": %q}", idText(doc, t.ID), sideWords(t.Side)[0])
	}
	b = append(b, `], "fuel": `...)
	b = strictyaml.AppendNumber(b, c.Fuel)
	b = append(b, "},\n \"bodies\": ["...)
	for i, x := range run.Bodies() {
		b = appendLine(b, i)
		b = fmt.Appendf(b, "{\"id\": %q, \"position\": ", idText(doc, x.ID))
		b = appendVec(b, x.Transform.P)
		b = append(b, `, "angle": `...)
		b = strictyaml.AppendNumber(b, float64(level.DegreesOf(x.Transform.Q.Angle())))
		b = fmt.Appendf(b, ", \"asleep\": %t}", x.Asleep)
	}
	b = append(b, "],\n \"log\": ["...)
	for i, e := range run.Log() {
		b = appendLine(b, i)
		b = fmt.Appendf(b, "{\"step\": %d, \"event\": %q, \"trigger\": %q, \"other\": %q, \"steps\": %d",
			e.Step, e.Kind, idText(doc, e.Trigger), otherName(doc, e.Other), e.Steps)
		if e.Kind == play.Begin || e.Kind == play.End {
			b = append(b, `, "impulse": `...)
			b = strictyaml.AppendNumber(b, e.Impulse)
		}
		b = append(b, '}')
	}
	return append(b, "]}\n"...)
}

func appendComma(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ", "...)
	}
	return b
}

func appendLine(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return append(b, "\n  "...)
}

func otherName(doc *level.Document, id level.ID) string {
	if id == 0 {
		return "character"
	}
	return idText(doc, id)
}

// idText returns a collider's id, or for a part of an instance its name within the instance.
func idText(doc *level.Document, id level.ID) string {
	if c := doc.Collider(id); c != nil {
		return c.IDText()
	}
	return id.String()
}

// RunText reports the current state of a run for people, with rounded numbers.
func RunText(run *play.Run, doc *level.Document) []byte {
	var b bytes.Buffer
	c := run.Character()
	end := "the goal is not reached"
	if run.Finished() {
		end = "the goal is reached"
	}
	fmt.Fprintf(&b, "%s, %s s: %s\n", quote.Count(run.Steps(), "step"), short(run.Time()), end)
	fmt.Fprintf(&b, "character at (%s, %s)", short(c.Position.X), short(c.Position.Y))
	if c.Grounded {
		fmt.Fprintf(&b, " on %s", named(doc.Collider(c.Ground)))
	} else {
		fmt.Fprintf(&b, " in the air, at (%s, %s) a second", short(c.Velocity.X), short(c.Velocity.Y))
	}
	b.WriteByte('\n')
	awake, bodies := 0, 0
	for _, x := range run.Bodies() {
		if x.Dynamic && x.Of == x.ID {
			bodies++
			if !x.Asleep {
				awake++
			}
		}
	}
	if bodies > 0 {
		fmt.Fprintf(&b, "%d bodies, %d at rest\n", bodies, bodies-awake)
	}
	impulses := ""
	if slices.ContainsFunc(run.Log(), func(e play.Event) bool { return e.Kind == play.Begin || e.Kind == play.End }) {
		impulses = "\tIMPULSE"
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for i, e := range run.Log() {
		if i == 0 {
			fmt.Fprintln(t, "STEP\tEVENT\tTRIGGER\tOTHER\tSTEPS"+impulses)
		}
		other := "character"
		if e.Other != 0 {
			other = named(doc.Collider(e.Other))
		}
		fmt.Fprintf(t, "%d\t%v\t%s\t%s\t%d", e.Step, e.Kind, named(doc.Collider(e.Trigger)), other, e.Steps)
		if e.Kind == play.Begin || e.Kind == play.End {
			fmt.Fprintf(t, "\t%.0f", e.Impulse)
		}
		fmt.Fprintln(t)
	}
	_ = t.Flush() // it writes to memory
	fmt.Fprintf(&b, "hash %016x\n", run.Hash())
	return b.Bytes()
}
