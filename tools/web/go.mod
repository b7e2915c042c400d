module fillet/tools/web

go 1.26.0

require (
	fillet v0.0.0
	github.com/andybalholm/brotli v1.2.1
	github.com/bluekeyes/go-gitdiff v0.9.0
	github.com/chromedp/cdproto v0.0.0-20250724212937-08a3db8b4327
	github.com/chromedp/chromedp v0.14.2
	github.com/go-text/typesetting v0.3.4
	golang.org/x/image v0.47.0
	golang.org/x/text v0.43.0
)

require (
	github.com/chromedp/sysutil v1.1.0 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/gobwas/httphead v0.1.0 // indirect
	github.com/gobwas/pool v0.2.1 // indirect
	github.com/gobwas/ws v1.4.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace fillet => ../..
