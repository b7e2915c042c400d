module fillet/assets/loaders/cp

go 1.26.0

require (
	fillet v0.0.0
	github.com/jakecoffman/cp/v2 v2.2.0
)

require gopkg.in/yaml.v3 v3.0.1 // indirect

replace fillet => ../../..
