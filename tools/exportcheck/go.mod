module fillet/tools/exportcheck

go 1.26.0

require (
	fillet v0.0.0
	fillet/assets/loaders/cp v0.0.0
	github.com/jakecoffman/cp/v2 v2.2.0
	github.com/solarlune/resolv v0.8.1
)

require (
	github.com/tidwall/gjson v1.18.0 // indirect
	github.com/tidwall/match v1.1.1 // indirect
	github.com/tidwall/pretty v1.2.0 // indirect
	golang.org/x/image v0.47.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace fillet => ../..

replace fillet/assets/loaders/cp => ../../assets/loaders/cp
