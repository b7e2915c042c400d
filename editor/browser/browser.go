// Package browser is the page of a browser in which the program runs, where it does. Its script (assets/web) gives the program a file
// system in memory that the browser keeps, the browser's file dialogs, locks, and what is dropped onto the page, as an object
// "fillet" of the page. Elsewhere there is no page, and nothing imports this package.
package browser
