package check

import (
	"slices"

	"fillet/editor/level"
)

// The ids of the rules. They never change.
const (
	RuleOverlap            = level.RuleOverlap
	RuleDuplicate          = "duplicate"
	RuleSeam               = "seam"
	RuleCrack              = "crack"
	RuleGap                = "gap"
	RuleSliver             = "sliver"
	RuleTiny               = "tiny"
	RuleShortEdge          = "short-edge"
	RuleDeafTrigger        = "deaf-trigger"
	RuleSpawnStuck         = "spawn-stuck"
	RuleSealedGoal         = "sealed-goal"
	RuleUnreachableTrigger = "unreachable-trigger"
	RuleDeadEnd            = "dead-end"
	RuleOutside            = "outside"
	RuleIdleSwitch         = "idle-switch"
	RuleIdleDoor           = "idle-door"
	RuleGameplayField      = "gameplay-field"
	RuleUnusedCategory     = "unused-category"
	RuleInvalidOutline     = "invalid-outline" // only for files: a document never has one
	RuleRepeatedID         = "repeated-id"     // only for files: see [RepeatedIDs]
	RuleConflict           = "conflict"
	RuleUnusedIgnore       = "unused-ignore"
	RuleMissingPrefab      = "missing-prefab"
	RuleLooseJoint         = "loose-joint"
	RuleUnusedChange       = "unused-change"
	RuleLostPath           = "lost-path"
	RulePathIntoGround     = "path-into-ground"

	RuleProjectFile       = "project-file"
	RuleProjectCategories = "project-categories"
	RuleProjectMaterials  = "project-materials"
)

// Rule is one kind of finding.
type Rule struct {
	ID       string
	Severity Severity // the default severity of its findings
	Title    string   // the problem in a few words
	Help     string   // why it matters, and what to do
}

// Rules returns every rule, in the order of the findings.
func Rules() []Rule { return slices.Clone(rules) }

// severityOf returns a rule's default severity and its index among the rules.
func severityOf(rule string) (of Severity, place int) {
	for i := range rules {
		if rules[i].ID == rule {
			return rules[i].Severity, i
		}
	}
	return "", len(rules)
}

var rules = []Rule{
	{
		RuleInvalidOutline, Error, "Invalid outline",
		"An outline crosses or touches itself, has too few points, or has no room for its corner radius. The level cannot be opened as it is: mend the points in the file.",
	},
	{
		RuleRepeatedID, Warning, "Id that stands twice in the file",
		"Two branches, or a copy made in a text editor, gave one id to two things. The level opens, and the later one has got an id of its own: save it, or run fillet check --fix, so that the file says so too.",
	},
	{
		RuleConflict, Error, "Undecided conflict of a merge",
		"Two branches have changed the same thing in different ways, and the level has one of the two. Decide in the window (File › Resolve conflicts…) or with fillet merge --resolve.",
	},
	{
		RuleMissingPrefab, Error, "Instance without its prefab",
		"The level file that is placed here is missing, damaged, outside of the project, or placed in itself: the instance has no parts, and the game gets none. Put the file back, or give the instance another prefab.",
	},
	{
		RuleLooseJoint, Warning, "Joint that holds nothing",
		"One of the two that it joins is not in the level any more, neither is a dynamic solid shape, or both are parts of one body: it does nothing in a playtest. Remove it, or make one of the two dynamic.",
	},
	{
		RuleUnusedChange, Warning, "Change of an instance that has no effect",
		"The prefab is not as it was when this was changed: the part is gone, is of another kind, or cannot have the value. The change is kept, in case the part comes back. Change the part anew, or remove the change in the file.",
	},
	{
		RuleLostPath, Error, "Path along a chain that is not there",
		"The chain that this collider should follow is gone, as a merge or a prefab that has changed may leave it, so that it stays where it stands. Have it follow another chain, draw a path, or remove the path.",
	},
	{
		RuleOverlap, Error, "Solids overlap",
		"Two solid colliders that collide with each other overlap at the start. A body that moves is thrown out by the solver. Where both are static nothing happens, and it is a note, drawn here or imported. Separate them, or put them into categories that do not collide. Static shapes of two layers or categories that overlap are one question for each pair.",
	},
	{
		RuleDuplicate, Error, "Duplicate collider",
		"Two colliders stand at the same place with the same shape, role and categories. Triggers count only if their names, tags and properties match. Contacts come twice, and editing one leaves the other. Remove one.",
	},
	{
		RuleSeam, Warning, "Seam that a character trips over",
		"Two static colliders continue one surface, with a step, a gap or a bend. A solver that handles them one by one meets the end of an edge there (a ghost vertex), and a character that slides along stumbles. As a note: they miss by at most 0.05 px, which the playtest passes over, but an engine that the level is exported to may not. A small miss is snapped away; otherwise draw one outline or chain. Surfaces that meet exactly are no finding; an engine with ghost collisions may still need one outline there.",
	},
	{
		RuleCrack, Warning, "Hairline crack",
		"Two static colliders almost touch. Small bodies, rays and corners catch in the crack. Snap one to the other.",
	},
	{
		RuleGap, Warning, "Gap too narrow for the character",
		"The character's box does not fit through the opening between two static colliders, though a box of nine tenths of its size does. Widen it, or close it if it is not meant to be passed. Only levels with a spawn or with settings of their own character are measured, and none that are seen from above.",
	},
	{
		RuleSliver, Warning, "Sliver",
		"A part of a collider is so thin that fast bodies pass through it and solvers become unstable. Make it thicker, or remove the vertices that make it. What leans on something solid counts with it.",
	},
	{
		RuleTiny, Warning, "Tiny collider",
		"A collider is smaller than can be seen, mostly the rest of a drawing gesture. Remove it.",
	},
	{
		RuleShortEdge, Warning, "Very short edge",
		"Two neighbouring vertices almost coincide. The edge between them has an arbitrary direction, and so have contacts with it. Remove one.",
	},
	{
		RulePathIntoGround, Warning, "Path that leads into the ground",
		"A platform moves into static ground on its way. Nothing stops a platform, so it goes through, and crushes what is in between. The way is looked at in moments: what is found is so, but what a fast platform does between two of them may be missed.",
	},
	{
		RuleDeafTrigger, Warning, "Trigger that nothing can reach",
		"By their categories, nothing in the level can touch the trigger, so it never fires. Check what it collides with, and what that collides with.",
	},
	{
		RuleSpawnStuck, Error, "Spawn inside something solid",
		"The character starts in a wall, with no room beside it to which it could be pushed out: some games throw it out far away, others hold it for ever. Move the spawn, or make room.",
	},
	{
		RuleSealedGoal, Error, "Goal that cannot be reached",
		"No way leads from the spawn to the goal, even in flight: what moves, opens or lets through counts as open, so this is certain. As a note: the search found no inputs that reach it, but there may be some. Open a way; fillet play --solve searches for longer.",
	},
	{
		RuleUnreachableTrigger, Warning, "Trigger that the character cannot reach",
		"No way leads from the spawn to the trigger, even in flight. As a note: the search found no way, but there may be one, or only bodies that are pushed around may reach it. Move it, open a way, or ignore the finding where the trigger is for something else.",
	},
	{
		RuleDeadEnd, Note, "Ground that is not left again",
		"The character reaches this ground, and the search found no way from there to the goal or back to the start. There may be one. Make a way out, put a hazard there, or ignore the finding.",
	},
	{
		RuleOutside, Warning, "Outside the level",
		"A collider lies wholly outside the level's bounds. Move it in, or enlarge the level.",
	},
	{
		RuleIdleSwitch, Warning, "Switch that opens nothing",
		"In the playtest a switch opens the doors that its property opens names, and drives the platforms that drives names, by name or tag. Choose one for it in the inspector.",
	},
	{
		RuleIdleDoor, Note, "Door that nothing opens",
		"No switch names the door or one of its tags, so it stays as it is at first. Name it in a switch, or leave it to the game.",
	},
	{
		RuleGameplayField, Warning, "Gameplay field that is not valid",
		"A property of a gameplay object has a value of another type than the object asks for, or out of its range. The playtest takes the default, or the nearest that is in range; of the spawn it does not start.",
	},
	{
		RuleProjectFile, Error, "Project file that cannot be read",
		"The level is in a project whose fillet.project.yaml has an error. It opens all the same, but with its own categories and the materials' numbers of its file, and without the project's exports. Mend the project's file where the message says.",
	},
	{
		RuleProjectCategories, Warning, "Categories that are not the project's",
		"The level has other categories than its project, or has them in another order, so the bits in exported files mean something else than in other levels. The fix gives the level the project's list; colliders keep their categories. A category that only this level has belongs into fillet.project.yaml, or goes.",
	},
	{
		RuleProjectMaterials, Warning, "Material that is not as in the project",
		"A collider names a material of the project, and its friction, restitution or density in the file are others: the material was changed since. Fillet takes the project's numbers; whoever reads the file without the project takes those in it. The fix writes the project's. A material that the project does not have is one to add there, or to take from the collider.",
	},
	{
		RuleUnusedCategory, Note, "Unused category",
		"No collider belongs to the category or names it. Games may still use it; otherwise remove it from the level's settings.",
	},
	{
		RuleUnusedIgnore, Note, "Ignored finding that does not occur",
		"The level ignores a finding that is not there: it was mended, or a collider was deleted. The entry does no harm, but would hide the finding if it came back. Remove it.",
	},
}
