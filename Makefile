# Fillet. `make run` opens the editor on a sample level, `make test` runs everything; both install what is missing first.

GO      ?= go
BIN     := bin/fillet
SAMPLE  ?= assets/samples/cavern.level.yaml
# Build tags of the toolkit. no_emoji: its own emoji font takes 50 MB of memory, once for each style of text; the system's font
# does as well. migrated_fynedo: it is called on the window's thread only (`make race` proves it), so it need not look which one
# it is on whenever something is refreshed, nor lock what it keeps.
# On Linux also gles: OpenGL ES through a binding that compiles in an eighth of the time; why only there: docs/PERFORMANCE.md.
TAGS    := -tags $(shell cat tools/tags)$(if $(filter Linux,$(shell uname -s)),$(shell echo ,gles))
TOOLMOD := -modfile=tools/go.mod
SOURCES := $(shell find assets cmd collision editor export importers -name '*.go' -not -name '*_test.go') go.mod go.sum tools/tags

# Packages with property tests. `make test` draws the same cases every time, so that what passed here passes elsewhere;
# `go test ./...` draws others each time, and `make properties` many more.
RANDOM  = $(shell $(GO) list -f '{{.ImportPath}} {{.TestImports}} {{.XTestImports}}' ./... | sed -n '/pgregory.net\/rapid/s/ .*//p')
PLAIN   = $(filter-out $(RANDOM),$(shell $(GO) list ./...))
SEED   ?= 1
CHECKS ?= 3000

.PHONY: run build test unit properties race soak window lint fmt bench scaling benchcmp beside golden fuzz deps deps-window clean exportcheck example corpus release release-twice licences

run: $(BIN)
	./$(BIN) $(SAMPLE)

build: $(BIN)

$(BIN): $(SOURCES) | deps
	$(GO) build $(TAGS) -o $@ ./cmd/editor

# What the window needs to be built, and its tests to be run, from the system's packages.
deps:
	@sh tools/deps.sh build

# And what runs its tests for other processors.
.PHONY: deps-test
deps-test:
	@sh tools/deps.sh build test

deps-window:
	@sh tools/deps.sh build window

test: unit window web-main

unit: deps-test
	$(GO) vet ./...
	CGO_ENABLED=0 $(GO) build -o /dev/null ./cmd/editor
	$(GO) test -shuffle=$(SEED) -timeout 30m $(PLAIN)
	$(GO) test -shuffle=$(SEED) -timeout 30m $(RANDOM) -rapid.seed=$(SEED)
	cd examples/jetpack && $(GO) test ./maze

properties: deps
	$(GO) test -count=1 -timeout 60m $(RANDOM) -rapid.checks=$(CHECKS)

# The real window on a display of its own.
window: $(BIN) deps-window
	@GO='$(GO)' sh tools/window.sh $(CURDIR)/$(BIN) Window

# All folders but those of what is made, in which copies of other modules lie.
OURS = $(filter-out bin/ dist/,$(wildcard */))
lint: deps
	$(GO) tool $(TOOLMOD) golangci-lint run ./...
	$(GO) tool $(TOOLMOD) gofumpt -l $(OURS) | (! grep .)
	cd tools/samebytes && $(GO) test .
	cd tools/mutate && $(GO) test .
	$(SAMEBYTES)

# Whatever is not the window or a helper of tests computes the same bits on every processor; `make samebytes` mends what can be mended.
EVERYWHERE = $(filter-out %/leveltest %/outlinetest %/rendertest %/importertest,$(shell CGO_ENABLED=0 $(GO) list ./... | grep -v /editor/ui))
SAMEBYTES = (cd tools/samebytes && $(GO) build -o ../../bin/samebytes .) && CGO_ENABLED=0 bin/samebytes -test=false $(FIX) $(EVERYWHERE)
.PHONY: samebytes
samebytes: FIX = -fix
samebytes:
	$(SAMEBYTES)

fmt:
	$(GO) tool $(TOOLMOD) gofumpt -w $(OURS)

# The collision core beside its peers (Chipmunk and Box2D where they are installed), then the benchmarks beside the
# code, then those and the last release's in turns; figures and how to read them: docs/PERFORMANCE.md.
bench:
	cd tools/bench && $(GO) run .
	$(GO) test -run '^$$' -bench . -benchmem ./collision/... ./editor ./editor/level/... ./editor/region ./editor/render ./importers/... ./export/...
	@if base=$$(git describe --tags --abbrev=0 2>/dev/null); then sh tools/benchcmp.sh $$base; else echo "no release to compare with"; fi

# The figures of the playtest's physics with their bounds, beside Box2D 2.4 and Chipmunk 7 where they are installed, into the
# table of docs/PLAYTEST.md. It fails where one of ours is out of its bound.
.PHONY: physics
physics:
	@sh tools/deps.sh build peers
	cd tools/physics && $(GO) run .

# Writes docs/CORPUS.md: what is found in real files, and how long it takes, for which it needs those files, beside this folder;
# and how far the pictures of public maps, which it clones, are from those of Tiled and LDtk. What cannot be had is skipped.
corpus:
	tools/corpus.sh > docs/CORPUS.md.new && mv docs/CORPUS.md.new docs/CORPUS.md

# Writes the expected pictures and files of the tests anew. Look at the changes before you commit them.
golden:
	$(GO) test ./editor/render ./editor/tool ./cmd/editor ./export -run 'Golden|Script' -update

# Each fuzz target for FUZZTIME.
FUZZTIME ?= 1m
fuzz:
	@sh tools/fuzz.sh $(FUZZTIME)

# How many small mistakes the tests find: MUTANTS random ones in the packages whose results matter, each of which is to make
# a test fail. It takes hours; SEED draws others, and what survived is printed.
MUTANTS ?= 300
MUTATED = ./collision/... ./editor/contacts ./editor/history ./editor/level ./editor/level/codec ./editor/level/record ./editor/tool ./editor/strictyaml ./export/... ./importers/...
.PHONY: mutate
mutate: deps
	cd tools/mutate && $(GO) build -o ../../bin/mutate .
	bin/mutate -n $(MUTANTS) -seed $(SEED) -least 0.9 $(MUTATED)

# Exported files in the engines that read them, which it installs where it can.
exportcheck:
	@sh tools/exportcheck.sh

# The example game: its tests, then its window.
example: deps
	cd examples/jetpack && $(GO) test ./maze && $(GO) run .

# Everything with the race detector; what counts allocations does not go with it, nor do tests of the window that do all their work in step
# on one thread and would take half a minute each. Then the window itself, of which everything that works off the window's thread is made
# to: whatever it shares with the toolkit is found.
INSTEP = AnythingInAWindow|TabsKeepApart|EverydayTasks|ClosedTabs|StripsFit|PaddingsAreTheSame|FileDialogByKeyboard|DialogsCutNames|LevelBecomesAPile|ThemesAndPanels|WhatFreshOnesDo|FitsALowWindow|SamplesAreSurveyed|SamplesAreSolved|HighestStep|SamplesTeach|DisabledItemsSayWhy|NamesAreCutFirst|MenuContrast
NORACE = $(INSTEP)|Allocat|OneMoveCosts|Bytes|Victim|Costly|ProcessorsGolden|HostileLevels|QuoteLittle|OfMany|ManyShapes|TakeLittle|CostNoMore
WINDOWRACE = TestWindowMainJob|TestWindowFiles|TestWindowTabs|TestWindowPrefab|TestWindowProject|TestSoak
race: deps deps-window
	$(GO) test -race -timeout 30m -skip '$(NORACE)' $(PLAIN)
	$(GO) test -race -timeout 30m -skip '$(NORACE)' $(RANDOM) -rapid.seed=$(SEED)
	$(GO) build -race $(TAGS) -o $(BIN)-race ./cmd/editor
	@FILLET_WINDOW_SOAK=20s GO='$(GO)' sh tools/window.sh $(CURDIR)/$(BIN)-race '$(WINDOWRACE)'

# Random input without end: a million events through the headless session, an editor killed 1,000 times, and the real window
# for SOAK, of which neither memory nor goroutines may grow.
SOAK ?= 10m
soak: $(BIN) deps-window
	$(GO) test -count=1 -timeout 60m -run TestAnything ./editor/tool -rapid.checks=40000
	FILLET_TEST_KILLS=1000 $(GO) test -count=1 -timeout 30m -run TestKilledEditor ./editor/workspace
	FILLET_EDITOR=$(CURDIR)/$(BIN) FILLET_WINDOW_SOAK=$(SOAK) $(GO) test -count=1 -timeout 60m -v -run TestSoak ./cmd/editor

# How opening, checking, exporting and nudging grow from 10,000 to 1,000,000 colliders: an exponent is to be 1.1 at most.
scaling: deps
	FILLET_SCALING=1 $(GO) test -count=1 -timeout 30m -run TestScaling -v ./editor

# Fillet and Tiled on the same levels, on the same display; the figures are in docs/PERFORMANCE.md.
beside: $(BIN)
	cd tools/beside && $(GO) run . -editor $(CURDIR)/$(BIN)

# The benchmarks beside the code, now and at the last release (or at BASE), compared.
BASE ?= $(shell git describe --tags --abbrev=0 2>/dev/null || git rev-list --max-parents=0 HEAD | tail -1)
benchcmp:
	@BENCH='$(BENCH)' sh tools/benchcmp.sh $(BASE) $(PACKAGES)

# The archives of a release, in dist.
VERSION ?= $(shell git describe --tags --always --dirty)
release:
	@sh tools/deps.sh build release
	@sh tools/release.sh $(VERSION)

# The same commit gives the same archives: builds them twice, in other folders, and compares.
release-twice:
	@sh tools/deps.sh build release
	@sh tools/release-twice.sh $(VERSION)

licences:
	cd tools/sbom && $(GO) run . -licences ../../docs/LICENCES.md

# The editor for browsers: a folder for any web server; and served here, opened in the browser. Its tests drive Chromium.
WEB_ADDRESS ?= 127.0.0.1:8080
.PHONY: web web-run web-main web-test web-bench
web: bin/web-tool
	@sh tools/deps.sh web
	@echo "Compiling the page and packing it: half a minute, and some minutes the first time."
	bin/web-tool -tags "$$(cat tools/tags)" -o dist/web

web-run: web
	bin/web-tool -serve $(WEB_ADDRESS) -o dist/web

# All tests in Chromium; and the main ones, which make test runs. A machine that stalls can fail one of them, so they have a second try, which is said.
# Without Chromium, and no way to install it, those tests are skipped, and say so; so is the comparison with the desktop's window, where that
# has not been built.
WEBTEST = FILLET_EDITOR=$$(ls $(CURDIR)/$(BIN) 2>/dev/null) FILLET_WEB=$(CURDIR)/bin/web/served $(GO) -C tools/web test -count=1 -parallel 2 -timeout 30m
web-test: bin/web/served/index.html
	@sh tools/deps.sh browser
	$(WEBTEST)

web-main: bin/web/served/index.html
	@sh tools/deps.sh browser
	$(WEBTEST) -short || { echo "A second try of all:"; $(WEBTEST) -short; }

# How fast it is there, and how much memory it takes; figures and how to read them: docs/PERFORMANCE.md.
web-bench: bin/web/served/index.html
	@sh tools/deps.sh browser
	cd tools/web && FILLET_WEB=$(CURDIR)/bin/web/served $(GO) test -count=1 -run '^$$' -bench . -benchtime 1x -timeout 30m

bin/web/served/index.html: bin/web-tool $(SOURCES) $(wildcard assets/web/* tools/web/patches/* docs/guide/*)
	@sh tools/deps.sh web
	bin/web-tool -quick -tags "$$(cat tools/tags)" -o bin/web/served

# It needs Go alone: what is for browsers is compiled without C.
bin/web-tool: $(wildcard tools/web/*.go tools/web/go.* editor/fonts/*.go)
	@mkdir -p bin
	cd tools/web && $(GO) build -o ../../$@ .

clean:
	rm -rf bin dist
