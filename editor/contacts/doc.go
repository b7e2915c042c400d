// Package contacts finds what touches what in a level. [Live] is a collision world that follows a document and keeps its
// pairs; [Classify] says what a contact means, to the window and to every command alike. [ExplainedPair] shows and
// tells why two pieces touch.
package contacts
