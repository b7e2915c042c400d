// Package guides finds where what is moved lies in line with other boxes, or stands as far from its neighbours as they do from each other, and
// draws the guides that say so.
package guides
