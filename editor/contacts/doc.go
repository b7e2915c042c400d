// Package contacts finds the contacts in a level. [Live] is a collision world that follows a document and keeps its
// pairs; [Classify] decides what a contact means, for the window and for every command. [ExplainedPair] shows and
// explains why two pieces touch.
package contacts
