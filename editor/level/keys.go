package level

// The keys of fields that are whole records, or combine several keys of a file. Conflicts and instances' changes name
// them.
const (
	ShapeKey    = "shape"    // the whole shape, for colliders of different kinds
	RoleKey     = "role"     // with the direction of a one-way collider
	PathKey     = "path"     // how a kinematic collider moves
	ColliderKey = "collider" // all of a collider
	LayerKey    = "layer"    // of a collider, a group or an instance: where it is; of a layer: all of it
	GroupKey    = "group"    // all of a group
	GroupOfKey  = "group_of" // the group that contains a collider, a group or an instance
	InstanceKey = "instance" // all of an instance
	OrderKey    = "order"    // what a collider or a layer is drawn directly above: an id, or first
)
