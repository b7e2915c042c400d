// Package gameplay says what levels are made of besides shapes: hazards, checkpoints, springs and the like. A tag says
// what a shape is, and properties of fixed names say its numbers, so that every import and export carries them.
//
// There is one table, [Objects]. The playtest, the inspector, the checks, the pictures and the documentation read it.
package gameplay

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fillet/editor/level"
)

// Kind is what a shape is in the game.
type Kind uint8

// The kinds, in the order of the table.
const (
	None Kind = iota
	Spawn
	Goal
	Checkpoint
	Hazard
	Collectable
	Spring
	Conveyor
	Crumbling
	Door
	Switch
	Stompable
	Ladder
	Water
	Reporter
	OneWay
	kinds
)

// Set is a set of kinds: a shape may have several tags.
type Set uint32

// Has reports whether the set has a kind.
func (s Set) Has(k Kind) bool { return s>>k&1 == 1 }

// with is the set with a kind more.
func (s Set) with(k Kind) Set { return s | 1<<k }

// Type is what a field holds.
type Type uint8

// The types.
const (
	Number   Type = iota
	Switched      // true or false
	Text
	Choice
)

// String returns "number", "true or false", "text" or "choice".
func (t Type) String() string {
	return [...]string{"number", "true or false", "text", "choice"}[t]
}

// Field is a property of an object.
type Field struct {
	Key         string // of the property
	Title, Help string
	Type        Type
	Unit        string // of a number: px/s, °, s or none
	Least, Most float64
	Default     float64  // of a number
	Words       []string // of a choice; the first is the default
	Names       Kind     // of a text: it names shapes of this kind, by name or tag; None is kinematic ones
}

// Object is a row of the table.
type Object struct {
	Kind        Kind
	Tag         string // empty for what its role says
	Title, Help string
	Roles       []level.Role // it works with; the first is what a shape gets that has none of them
	Only        bool         // a level has one of it
	Fields      []Field
}

// Keys of the fields.
const (
	NeedsAll        = "needs_all"
	SpringSpeed     = "spring_speed"
	SpringDirection = "spring_direction"
	ConveyorSpeed   = "conveyor_speed"
	CrumbleTime     = "crumble_time"
	CrumbleReturn   = "crumble_return"
	DoorOpen        = "door_open"
	Opens           = "opens"
	SwitchMode      = "switch_mode"
	Drives          = "drives"
	DriveMode       = "drive_mode"
	StompBounce     = "stomp_bounce"
	WaterDensity    = "water_density"
)

// What a switch does.
const (
	Hold   = "hold"
	Once   = "once"
	Toggle = "toggle"
)

// What a switch does to what it drives.
const (
	Start   = "start"
	Stop    = "stop"
	Reverse = "reverse"
)

// The numbers' ranges.
const (
	maxSpeed = 5000
	maxTime  = 600
	maxFluid = 100
)

var (
	trigger       = []level.Role{level.Trigger}
	solid         = []level.Role{level.Solid, level.OneWay}
	triggerOrFirm = []level.Role{level.Trigger, level.Solid, level.OneWay}
	firmOrTrigger = []level.Role{level.Solid, level.OneWay, level.Trigger}
)

var objects = [...]Object{
	{
		Kind: Spawn, Tag: level.SpawnTag, Title: "Spawn", Only: true, Roles: triggerOrFirm,
		Help: "The character starts here, with this shape. Its properties are settings of the character.",
	},
	{
		Kind: Goal, Tag: "goal", Title: "Goal", Roles: trigger,
		Help:   "Entering it ends the run.",
		Fields: []Field{{Key: NeedsAll, Title: "Needs all", Type: Switched, Help: "The run ends only once every collectable is taken."}},
	},
	{
		Kind: Checkpoint, Tag: "checkpoint", Title: "Checkpoint", Roles: triggerOrFirm,
		Help: "The character starts again here once it has been here.",
	},
	{
		Kind: Hazard, Tag: "hazard", Title: "Hazard", Roles: triggerOrFirm,
		Help: "Touching it kills: the character starts again at the last checkpoint.",
	},
	{
		Kind: Collectable, Tag: "collectable", Title: "Collectable", Roles: trigger,
		Help: "The character takes it, once.",
	},
	{
		Kind: Spring, Tag: "spring", Title: "Spring", Roles: firmOrTrigger,
		Help: "It throws the character and bodies: a solid one those that touch its face, a trigger those that enter.",
		Fields: []Field{
			{Key: SpringSpeed, Title: "Speed", Type: Number, Unit: "px/s", Most: maxSpeed, Default: 500, Help: "How fast it throws."},
			{Key: SpringDirection, Title: "Direction", Type: Number, Unit: "°", Least: -360, Most: 360, Default: -90, Help: "Where it throws: 0 is right, -90 up, 90 down. It turns with the shape."},
		},
	},
	{
		Kind: Conveyor, Tag: "conveyor", Title: "Conveyor", Roles: solid,
		Help: "Its surface moves, and carries what lies on it.",
		Fields: []Field{
			{Key: ConveyorSpeed, Title: "Speed", Type: Number, Unit: "px/s", Least: -maxSpeed, Most: maxSpeed, Default: 80, Help: "How fast the surface moves: to the right on top, around the shape clockwise. Below 0 the other way."},
		},
	},
	{
		Kind: Crumbling, Tag: "crumbling", Title: "Crumbling", Roles: solid,
		Help: "It gives way some time after the character has stood on it, and comes back.",
		Fields: []Field{
			{Key: CrumbleTime, Title: "Gives way", Type: Number, Unit: "s", Most: maxTime, Default: 0.5, Help: "How long after the first touch of feet it is gone."},
			{Key: CrumbleReturn, Title: "Comes back", Type: Number, Unit: "s", Most: maxTime, Default: 3, Help: "How long after that it is back, once nothing stands there. 0 is never, until the character starts again."},
		},
	},
	{
		Kind: Door, Tag: "door", Title: "Door", Roles: solid,
		Help:   "While it is open it is not there. It shuts only once nothing stands in it.",
		Fields: []Field{{Key: DoorOpen, Title: "Open", Type: Switched, Help: "It is open at first, and what opens doors shuts it."}},
	},
	{
		Kind: Switch, Tag: "switch", Title: "Switch", Roles: triggerOrFirm,
		Help: "It opens doors and drives platforms: a trigger while something is in it, a solid one while something stands on it.",
		Fields: []Field{
			{Key: Opens, Title: "Opens", Type: Text, Names: Door, Help: "The doors, by name or tag; several with commas between."},
			{Key: SwitchMode, Title: "Works", Type: Choice, Words: []string{Hold, Once, Toggle}, Help: "hold: while it is pressed; once: for good; toggle: each press the other way."},
			{Key: Drives, Title: "Drives", Type: Text, Help: "The kinematic shapes, by name or tag; several with commas between."},
			{Key: DriveMode, Title: "Lets them", Type: Choice, Words: []string{Start, Stop, Reverse}, Help: "start: they go along their paths only while it is on; stop: they stand while it is on; reverse: while it is on they go back the way that they came."},
		},
	},
	{
		Kind: Stompable, Tag: "stompable", Title: "Stompable", Roles: solid,
		Help: "It dies when the character comes down on it, and kills from the sides.",
		Fields: []Field{
			{Key: StompBounce, Title: "Bounce", Type: Number, Unit: "px/s", Most: maxSpeed, Default: 220, Help: "How fast the character bounces off."},
		},
	},
	{
		Kind: Ladder, Tag: "ladder", Title: "Ladder", Roles: trigger,
		Help: "The character climbs it with Up and Down.",
	},
	{
		Kind: Water, Tag: "water", Title: "Water", Roles: trigger,
		Help: "The character swims in it. It slows bodies and lifts them: the lighter ones float.",
		Fields: []Field{
			{
				Key: WaterDensity, Title: "Density", Type: Number, Most: maxFluid, Default: level.DefaultDensity,
				Help: "What is less dense floats: a body of half of it half under.",
			},
		},
	},
	{
		Kind: Reporter, Tag: "events", Title: "Contact events", Roles: solid,
		Help: "When something begins to touch it, and when that ends, is an event, with the impulse.",
	},
	{
		Kind: OneWay, Title: "One-way platform", Roles: []level.Role{level.OneWay},
		Help: "It is solid from one side. It has a role of its own and needs no tag.",
	},
}

// Objects returns the table. It must not be changed.
func Objects() []Object { return objects[:] }

// Of returns a kind's row, nil for None.
func Of(k Kind) *Object {
	if k == None || k >= kinds {
		return nil
	}
	return &objects[k-1]
}

// ByTag returns the row of a tag, nil where it is none of the table's.
func ByTag(tag string) *Object {
	for i := range objects {
		if tag != "" && objects[i].Tag == tag {
			return &objects[i]
		}
	}
	return nil
}

// Working returns the kinds of a shape that its role lets work.
func Working(c *level.Collider) (s Set) {
	for _, t := range c.Tags {
		if o := ByTag(t); o != nil && slices.Contains(o.Roles, c.Role) {
			s = s.with(o.Kind)
		}
	}
	return s
}

// Field returns an object's field by its key, nil where it has none.
func (o *Object) Field(key string) *Field {
	for i := range o.Fields {
		if o.Fields[i].Key == key {
			return &o.Fields[i]
		}
	}
	return nil
}

// Check returns what is wrong with a value, nil where nothing is.
func (f *Field) Check(value any) error {
	switch f.Type {
	case Number:
		x, ok := value.(float64)
		if !ok {
			return fmt.Errorf("%s is a number", f.Key)
		}
		if !(x >= f.Least && x <= f.Most) {
			return fmt.Errorf("%s is from %g to %g", f.Key, f.Least, f.Most)
		}
	case Switched:
		if _, ok := value.(bool); !ok {
			return fmt.Errorf("%s is true or false", f.Key)
		}
	case Text:
		if _, ok := value.(string); !ok {
			return fmt.Errorf("%s is a text", f.Key)
		}
	case Choice:
		if s, ok := value.(string); !ok || !slices.Contains(f.Words, s) {
			return fmt.Errorf("%s is %s", f.Key, strings.Join(f.Words, " or "))
		}
	}
	return nil
}

// field returns a kind's field.
func field(k Kind, key string) *Field {
	if o := Of(k); o != nil {
		return o.Field(key)
	}
	return nil
}

// NumberOf returns a number of an object's: that of the properties, as near to it as the range has, or the default.
func NumberOf(k Kind, key string, p level.Properties) float64 {
	f := field(k, key)
	if f == nil {
		return 0
	}
	x, ok := p[key].(float64)
	if !ok || math.IsNaN(x) {
		return f.Default
	}
	return min(max(x, f.Least), f.Most)
}

// IsSet reports whether a property is true.
func IsSet(key string, p level.Properties) bool {
	on, ok := p[key].(bool)
	return ok && on
}

// WordOf returns the word of a choice: that of the properties where it is one of them, else the first.
func WordOf(k Kind, key string, p level.Properties) string {
	f := field(k, key)
	if f == nil || len(f.Words) == 0 {
		return ""
	}
	if s, ok := p[key].(string); ok && slices.Contains(f.Words, s) {
		return s
	}
	return f.Words[0]
}

// NamesOf returns what a text names, which are separated by commas.
func NamesOf(key string, p level.Properties) (names []string) {
	s, ok := p[key].(string)
	if !ok {
		return nil
	}
	for n := range strings.SplitSeq(s, ",") {
		if n = strings.TrimSpace(n); n != "" {
			names = append(names, n)
		}
	}
	return names
}

// IsNamed reports whether a shape has one of the names, as its name or as a tag.
func IsNamed(c *level.Collider, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return n == c.Name || slices.Contains(c.Tags, n) })
}

// Beside reports whether p says another value than the default for a field.
func (f *Field) Beside(p level.Properties) bool {
	v, ok := p[f.Key]
	return ok && v != f.Initial()
}

// Initial is the value that holds where a shape says nothing.
func (f *Field) Initial() any {
	switch f.Type {
	case Switched:
		return false
	case Text:
		return ""
	case Choice:
		return f.Words[0]
	}
	return f.Default
}
