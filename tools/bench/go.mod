module fillet/tools/bench

go 1.26.0

require (
	fillet v0.0.0
	github.com/jakecoffman/cp/v2 v2.2.0
)

replace fillet => ../..
