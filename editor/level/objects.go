package level

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// ObjectKind is the gameplay role of a shape, such as a hazard or a spring.
type ObjectKind uint8

// The kinds, in the order of the table.
const (
	NoObject ObjectKind = iota
	SpawnObject
	GoalObject
	CheckpointObject
	HazardObject
	CollectableObject
	SpringObject
	ConveyorObject
	CrumblingObject
	DoorObject
	SwitchObject
	StompableObject
	LadderObject
	WaterObject
	ReporterObject
	OneWayObject
	objectKinds
)

// ObjectSet is a set of kinds. A shape may have several tags.
type ObjectSet uint32

// Has reports whether the set has a kind.
func (s ObjectSet) Has(k ObjectKind) bool { return s>>k&1 == 1 }

func (s ObjectSet) with(k ObjectKind) ObjectSet { return s | 1<<k }

// FieldType is the type of an object's field.
type FieldType uint8

// The types.
const (
	NumberField FieldType = iota
	BoolField             // true or false
	TextField
	ChoiceField
)

// String returns "number", "true or false", "text" or "choice".
func (t FieldType) String() string {
	return [...]string{"number", "true or false", "text", "choice"}[t]
}

// ObjectField is a property of an object.
type ObjectField struct {
	Key         string // the property's name
	Title, Help string
	Type        FieldType
	Unit        string // unit of a number: px/s, °, s or none
	Min, Max    float64
	Default     float64    // default of a number
	Words       []string   // words of a choice; the first is the default
	Names       ObjectKind // kind of the shapes that a text property names or tags; NoObject means kinematic shapes
}

// Object is a row of the table of objects.
type Object struct {
	Kind        ObjectKind
	Tag         string // empty if the kind follows from the role
	Title, Help string
	Roles       []Role // roles with which it works; a shape with another role gets the first
	Fields      []ObjectField
}

// Keys of the fields.
const (
	NeedsAllKey        = "needs_all"
	SpringSpeedKey     = "spring_speed"
	SpringDirectionKey = "spring_direction"
	ConveyorSpeedKey   = "conveyor_speed"
	CrumbleTimeKey     = "crumble_time"
	CrumbleReturnKey   = "crumble_return"
	DoorOpenKey        = "door_open"
	OpensKey           = "opens"
	SwitchModeKey      = "switch_mode"
	DrivesKey          = "drives"
	DriveModeKey       = "drive_mode"
	StompBounceKey     = "stomp_bounce"
	WaterDensityKey    = "water_density"
)

// Modes of a switch.
const (
	SwitchHold   = "hold"
	SwitchOnce   = "once"
	SwitchToggle = "toggle"
)

// How a switch affects the motions that it drives.
const (
	DriveStart   = "start"
	DriveStop    = "stop"
	DriveReverse = "reverse"
)

// Limits of the numbers.
const (
	maxObjectSpeed  = 5000
	maxObjectTime   = 600
	maxWaterDensity = 100
)

var (
	triggerRoles      = []Role{Trigger}
	solidRoles        = []Role{Solid, OneWay}
	anyRole           = []Role{Trigger, Solid, OneWay}
	anyRoleSolidFirst = []Role{Solid, OneWay, Trigger}
)

var objects = [...]Object{
	{
		Kind: SpawnObject, Tag: SpawnTag, Title: "Spawn", Roles: anyRole,
		Help: "The character starts here, with this shape. Its properties are character settings.",
	},
	{
		Kind: GoalObject, Tag: "goal", Title: "Goal", Roles: triggerRoles,
		Help: "Entering it ends the run.",
		Fields: []ObjectField{{
			Key: NeedsAllKey, Title: "Needs all", Type: BoolField,
			Help: "The run ends only once every collectable is taken.",
		}},
	},
	{
		Kind: CheckpointObject, Tag: "checkpoint", Title: "Checkpoint", Roles: anyRole,
		Help: "The character respawns here once it has been here.",
	},
	{
		Kind: HazardObject, Tag: "hazard", Title: "Hazard", Roles: anyRole,
		Help: "Kills on touch: the character respawns at the last checkpoint.",
	},
	{
		Kind: CollectableObject, Tag: "collectable", Title: "Collectable", Roles: triggerRoles,
		Help: "The character collects it, once.",
	},
	{
		Kind: SpringObject, Tag: "spring", Title: "Spring", Roles: anyRoleSolidFirst,
		Help: "Launches the character and bodies: a solid one when they touch its face, a trigger when they enter.",
		Fields: []ObjectField{
			{
				Key: SpringSpeedKey, Title: "Speed", Type: NumberField, Unit: "px/s", Max: maxObjectSpeed, Default: 500,
				Help: "The launch speed.",
			},
			{
				Key: SpringDirectionKey, Title: "Direction", Type: NumberField, Unit: "°", Min: -360, Max: 360,
				Default: -90, Help: "The launch direction: 0 is right, -90 up, 90 down. It turns with the shape.",
			},
		},
	},
	{
		Kind: ConveyorObject, Tag: "conveyor", Title: "Conveyor", Roles: solidRoles,
		Help: "Its surface moves and carries what is on it.",
		Fields: []ObjectField{{
			Key: ConveyorSpeedKey, Title: "Speed", Type: NumberField, Unit: "px/s", Min: -maxObjectSpeed,
			Max: maxObjectSpeed, Default: 80,
			Help: "The speed of the surface, clockwise around the shape, so to the right on top. A negative " +
				"speed reverses it.",
		}},
	},
	{
		Kind: CrumblingObject, Tag: "crumbling", Title: "Crumbling", Roles: solidRoles,
		Help: "Crumbles some time after the character stands on it, then comes back.",
		Fields: []ObjectField{
			{
				Key: CrumbleTimeKey, Title: "Delay", Type: NumberField, Unit: "s", Max: maxObjectTime, Default: 0.5,
				Help: "The time from the first touch of feet until it is gone.",
			},
			{
				Key: CrumbleReturnKey, Title: "Return", Type: NumberField, Unit: "s", Max: maxObjectTime, Default: 3,
				Help: "The time until it is back, if nothing is in its place. At 0 it stays away until the character " +
					"respawns.",
			},
		},
	},
	{
		Kind: DoorObject, Tag: "door", Title: "Door", Roles: solidRoles,
		Help: "An open door does not collide. It closes only once nothing is in it.",
		Fields: []ObjectField{{
			Key: DoorOpenKey, Title: "Open", Type: BoolField,
			Help: "Starts open; its switch closes it.",
		}},
	},
	{
		Kind: SwitchObject, Tag: "switch", Title: "Switch", Roles: anyRole,
		Help: "Opens doors and drives platforms: a trigger while something is in it, a solid one while something " +
			"stands on it.",
		Fields: []ObjectField{
			{
				Key: OpensKey, Title: "Opens", Type: TextField, Names: DoorObject,
				Help: "Doors by name or tag, separated by commas.",
			},
			{
				Key: SwitchModeKey, Title: "Mode", Type: ChoiceField,
				Words: []string{SwitchHold, SwitchOnce, SwitchToggle},
				Help:  "hold: on while pressed; once: stays on; toggle: each press switches it.",
			},
			{
				Key: DrivesKey, Title: "Drives", Type: TextField,
				Help: "Kinematic shapes by name or tag, separated by commas.",
			},
			{
				Key: DriveModeKey, Title: "Drive mode", Type: ChoiceField,
				Words: []string{DriveStart, DriveStop, DriveReverse},
				Help: "start: they move only while it is on; stop: they stop while it is on; reverse: they go back " +
					"along their paths while it is on.",
			},
		},
	},
	{
		Kind: StompableObject, Tag: "stompable", Title: "Stompable", Roles: solidRoles,
		Help: "Dies when the character lands on it, and kills from the sides.",
		Fields: []ObjectField{{
			Key: StompBounceKey, Title: "Bounce", Type: NumberField, Unit: "px/s", Max: maxObjectSpeed, Default: 220,
			Help: "The speed at which the character bounces off.",
		}},
	},
	{
		Kind: LadderObject, Tag: "ladder", Title: "Ladder", Roles: triggerRoles,
		Help: "The character climbs it with Up and Down.",
	},
	{
		Kind: WaterObject, Tag: "water", Title: "Water", Roles: triggerRoles,
		Help: "The character swims in it. It slows and lifts bodies; light ones float.",
		Fields: []ObjectField{{
			Key: WaterDensityKey, Title: "Density", Type: NumberField, Max: maxWaterDensity, Default: DefaultDensity,
			Help: "Less dense bodies float: at half this density, a body is half submerged.",
		}},
	},
	{
		Kind: ReporterObject, Tag: "events", Title: "Contact events", Roles: solidRoles,
		Help: "Reports an event, with the impulse, when something begins or stops touching it.",
	},
	{
		Kind: OneWayObject, Title: "One-way platform", Roles: []Role{OneWay},
		Help: "Solid from one side. It has its own role and needs no tag.",
	},
}

// Objects returns the table of objects. The caller must not change it.
func Objects() []Object { return objects[:] }

// ObjectOf returns the row of a kind, or nil for NoObject.
func ObjectOf(k ObjectKind) *Object {
	if k == NoObject || k >= objectKinds {
		return nil
	}
	return &objects[k-1]
}

// ObjectByTag returns the row of a tag, or nil if the table has none.
func ObjectByTag(tag string) *Object {
	for i := range objects {
		if tag != "" && objects[i].Tag == tag {
			return &objects[i]
		}
	}
	return nil
}

// WorkingObjects returns the kinds of object for which a shape has a tag and a suitable role.
func WorkingObjects(c *Collider) (s ObjectSet) {
	for _, t := range c.Tags {
		if o := ObjectByTag(t); o != nil && slices.Contains(o.Roles, c.Role) {
			s = s.with(o.Kind)
		}
	}
	return s
}

// Field returns an object's field by its key, or nil.
func (o *Object) Field(key string) *ObjectField {
	for i := range o.Fields {
		if o.Fields[i].Key == key {
			return &o.Fields[i]
		}
	}
	return nil
}

// Check validates a value of the field.
func (f *ObjectField) Check(value any) error {
	switch f.Type {
	case NumberField:
		x, ok := value.(float64)
		if !ok {
			return fmt.Errorf("%s must be a number", f.Key)
		}
		if !(x >= f.Min && x <= f.Max) {
			return fmt.Errorf("%s must be from %g to %g", f.Key, f.Min, f.Max)
		}
	case BoolField:
		if _, ok := value.(bool); !ok {
			return fmt.Errorf("%s must be true or false", f.Key)
		}
	case TextField:
		if _, ok := value.(string); !ok {
			return fmt.Errorf("%s must be text", f.Key)
		}
	case ChoiceField:
		if s, ok := value.(string); !ok || !slices.Contains(f.Words, s) {
			return fmt.Errorf("%s must be %s", f.Key, strings.Join(f.Words, " or "))
		}
	}
	return nil
}

// objectField returns a kind's field, or nil.
func objectField(k ObjectKind, key string) *ObjectField {
	if o := ObjectOf(k); o != nil {
		return o.Field(key)
	}
	return nil
}

// PropertyNumber returns a number from an object's properties, clamped to its range, or the default.
func PropertyNumber(k ObjectKind, key string, p Properties) float64 {
	f := objectField(k, key)
	if f == nil {
		return 0
	}
	x, ok := p[key].(float64)
	if !ok || math.IsNaN(x) {
		return f.Default
	}
	return min(max(x, f.Min), f.Max)
}

// PropertyIsSet reports whether a property is true.
func PropertyIsSet(key string, p Properties) bool {
	on, ok := p[key].(bool)
	return ok && on
}

// PropertyWord returns the chosen word from the properties, or the default choice if there is none.
func PropertyWord(k ObjectKind, key string, p Properties) string {
	f := objectField(k, key)
	if f == nil || len(f.Words) == 0 {
		return ""
	}
	if s, ok := p[key].(string); ok && slices.Contains(f.Words, s) {
		return s
	}
	return f.Words[0]
}

// PropertyNames returns the names in a text property, where commas separate them.
func PropertyNames(key string, p Properties) (names []string) {
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
func IsNamed(c *Collider, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return n == c.Name || slices.Contains(c.Tags, n) })
}

// Initial returns the value of the field for a shape without the property.
func (f *ObjectField) Initial() any {
	switch f.Type {
	case BoolField:
		return false
	case TextField:
		return ""
	case ChoiceField:
		return f.Words[0]
	}
	return f.Default
}
