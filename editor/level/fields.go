package level

import "fillet/editor/level/codec"

// Records are compared, merged and settled field by field; the fields, and their texts, are those of package codec.
type (
	Field[T any] = codec.Field[T] // one thing of a record of type T
	Parts        = codec.Parts    // parts of a collider that an import gives it and a designer may change
)

// The parts of a collider.
const (
	GeometryPart = codec.GeometryPart // what is drawn: the kind, the points and holes or the size, open or closed
	RadiusPart   = codec.RadiusPart   // the radius and the way of rounding
	PositionPart = codec.PositionPart
	AnglePart    = codec.AnglePart
	TagsPart     = codec.TagsPart
	PropertyPart = codec.PropertyPart
	AllParts     = codec.AllParts
)

// IsShapeKey reports whether the field of that key is a part of a collider's shape, so that with another value of it the
// shape may not be a valid one.
func IsShapeKey(key string) bool { return codec.IsShapeKey(key) }

// ColliderFields lists the fields in which colliders can differ, but for the order in which they are drawn. Where they are
// of one kind, what is drawn is several fields, else it is one.
func ColliderFields(of ...*Collider) []Field[Collider] { return codec.ColliderFields(of...) }

// ColliderField is the field of colliders with that key.
func ColliderField(key string) (Field[Collider], bool) { return codec.ColliderField(key) }

// LayerFields lists the fields in which layers can differ, but for the order in which they are drawn.
func LayerFields() []Field[Layer] { return codec.LayerFields() }

// LayerField is the field of layers with that key.
func LayerField(key string) (Field[Layer], bool) { return codec.LayerField(key) }

// SettingsFields lists the fields in which settings can differ, but for conflicts, imports ([ImportField]), what is ignored
// ([IgnoredField]), and the order of the presets.
func SettingsFields(of ...*Settings) []Field[Settings] { return codec.SettingsFields(of...) }

// SettingsField is the field of settings with that key.
func SettingsField(key string) (Field[Settings], bool) { return codec.SettingsField(key) }

// ImportField is what an import says of itself. Copying it leaves what the import found as it is.
func ImportField(name ImportName) Field[Settings] { return codec.ImportField(name) }

// GroupFields lists the fields in which groups can differ.
func GroupFields() []Field[Group] { return codec.GroupFields() }

// GroupField is the field of groups with that key.
func GroupField(key string) (Field[Group], bool) { return codec.GroupField(key) }

// Differing is the parts in which two colliders differ.
func Differing(a, b *Collider) Parts { return codec.Differing(a, b) }

// InstanceFields lists the fields in which instances can differ, but for the order in which they are drawn: each change of a part is one.
func InstanceFields(of ...*Instance) []Field[Instance] { return codec.InstanceFields(of...) }

// InstanceField is the field of instances with that key.
func InstanceField(key string) (Field[Instance], bool) { return codec.InstanceField(key) }

// IgnoredField is the field of the entry of that key in what a level ignores.
func IgnoredField(key string) Field[Settings] { return codec.IgnoredField(key) }

// SetParts gives a collider parts of another one. Slices and maps are shared.
func SetParts(c *Collider, p Parts, from *Collider) { codec.SetParts(c, p, from) }

// Digest is a short text that differs between colliders that differ in any of AllParts.
func Digest(c *Collider) string { return codec.Digest(c) }

// SameHead reports whether two imports say the same but for what they found.
func SameHead(a, b *Import) bool { return codec.SameHead(a, b) }

// ConflictNow is the conflict with what a level has now as ours. The records are those of its id, or nil. What we had
// deleted stays deleted in it: a merge may have kept it until somebody decides.
func ConflictNow(c Conflict, s *Settings, collider *Collider, layer *Layer, group *Group, instance *Instance) Conflict {
	return codec.ConflictNow(c, s, collider, layer, group, instance)
}
