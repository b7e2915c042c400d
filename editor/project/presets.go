package project

// Presets returns materials for projects that define none. Friction is the sliding friction of the dry material against
// itself, from the middle of the ranges in engineering handbooks (contacts mix the friction of both colliders). Density
// is in grams per cubic centimetre: water has 1, the density of a new shape. Restitution depends on the speed and shape
// of the impact; the values are for a ball dropped from head height onto a hard floor, rounded.
func Presets() []Material {
	return []Material{
		{Name: "ice", Friction: 0.05, Restitution: 0.1, Density: 0.92},
		{Name: "mud", Friction: 0.9, Restitution: 0, Density: 1.7},
		{Name: "wood", Friction: 0.4, Restitution: 0.4, Density: 0.7},
		{Name: "stone", Friction: 0.6, Restitution: 0.1, Density: 2.4},
		{Name: "glass", Friction: 0.4, Restitution: 0.6, Density: 2.5},
		{Name: "metal", Friction: 0.5, Restitution: 0.3, Density: 7.8},
		{Name: "rubber", Friction: 0.8, Restitution: 0.7, Density: 1.2},
		{Name: "bouncy", Friction: 0.6, Restitution: 0.95, Density: 0.9},
	}
}
