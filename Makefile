# Fillet. `make run` opens the editor on a sample level, `make test` tests it. Every target installs what it needs.

# The Go that tools/deps.sh put into .go comes before the system's; Go 1.21 and later fetches the version of go.mod itself.
# Recipes call Go through the shell: $(shell) of make 4.3 has the user's PATH.
export PATH := $(CURDIR)/.go/bin:$(PATH)
export GOTOOLCHAIN ?= auto
GO     ?= go
BIN    := bin/fillet
PAGE   := bin/web/served
SAMPLE ?= assets/samples/cavern.level.yaml

# Build tags, the same for every go command, so that all of them share one build cache.
# no_emoji: the toolkit's own emoji font takes 50 MB of memory for each text style; the system's font does as well.
# migrated_fynedo: Fyne is only called on the window's thread (`make race` checks it), so it need not check or lock.
# gles, on Linux: OpenGL ES, whose Go binding compiles in an eighth of the time (docs/PERFORMANCE.md).
TAGS := $(shell cat tools/tags)$(if $(filter Linux,$(shell uname -s)),$(shell echo ,gles))
export GOFLAGS := $(strip $(GOFLAGS) -tags=$(TAGS))
TOOLMOD := -modfile=tools/lint/go.mod
SOURCES := $(shell find assets cmd collision editor export importers -name '*.go' -not -name '*_test.go') \
	go.mod go.sum tools/tags

.PHONY: run build test lint fmt golden example clean
run: $(BIN)
	./$(BIN) $(SAMPLE)

build: $(BIN)

$(BIN): $(SOURCES) | deps-build
	$(GO) build -o $@ ./cmd/editor

# Installs what the groups of tools/deps.sh name, and Go.
deps-%:
	@sh tools/deps.sh $*

# Ends tests that hang, and none that are slow.
LIMIT := -timeout 6h

# All kinds of tests in minutes: the same cases in every run, 25 for each property, and without what takes long.
# Rapid divides the number of cases by 5 under -short. It reads its seed before go test notes what a test reads, so that
# results of one seed would be taken from the cache for another.
SEED ?= 1
test: $(BIN) $(PAGE)/index.html deps-test
	FILLET_EDITOR=$(CURDIR)/$(BIN) RAPID_SEED=$(SEED) RAPID_CHECKS=125 $(GO) test -short -vet=off $(LIMIT) \
		$(if $(filter-out 1,$(SEED)),-count=1) ./...
	FILLET_WEB=$(CURDIR)/$(PAGE) $(GO) -C tools/web test -short -vet=off $(LIMIT)
	$(GO) -C tools test -short -vet=off $(LIMIT) ./...
	$(GO) -C examples/jetpack test -vet=off $(LIMIT) ./maze
	CGO_ENABLED=0 $(GO) build -o /dev/null ./cmd/editor

# All folders but those of what is made, in which copies of other modules lie.
OURS = $(filter-out bin/ dist/,$(wildcard */))
lint: deps-build
	@git ls-files -z | xargs -0 wc -c | \
		awk '$$1 > 1000000 && $$2 != "total" {print "Git should not track files over 1 MB:", $$0; bad = 1} END {exit bad}'
	$(GO) tool $(TOOLMOD) golangci-lint run ./...
	$(GO) tool $(TOOLMOD) gofumpt -l $(OURS) | (! grep .)
	$(SAMEBYTES)
	$(GO) -C tools vet ./...
	$(GO) -C tools/web vet .
	$(GO) -C tools/lint test ./english
	$(GO) -C tools/lint build -o $(CURDIR)/bin/english ./english
	$(GO) vet -vettool=$(CURDIR)/bin/english ./...
	bin/english $$(git ls-files '*.md')

# Everything but the window and the test helpers computes the same bits on every processor. `make samebytes` fixes what
# can be fixed.
EVERYWHERE = $$(CGO_ENABLED=0 $(GO) list ./... | grep -Ev '/editor/(ui|testkit)')
SAMEBYTES = (cd tools/samebytes && $(GO) build -o ../../bin/samebytes .) && \
	CGO_ENABLED=0 bin/samebytes -test=false $(FIX) $(EVERYWHERE)
.PHONY: samebytes
samebytes: FIX = -fix
samebytes: deps-go
	$(SAMEBYTES)

fmt: deps-go
	$(GO) tool $(TOOLMOD) gofumpt -w $(OURS)

# Writes the expected pictures and files of the tests anew. Look at the changes before you commit them.
golden: deps-build
	$(GO) test ./editor/level ./editor/render ./editor/tool ./cmd/editor ./export/... \
		-run 'Documented|Golden|Script' -update

# The example game: its tests, then its window.
example: deps-build
	cd examples/jetpack && $(GO) test ./maze && $(GO) run .

clean:
	rm -rf bin dist

# Everything that takes long, one suite after the other, even after a failure; the summary is in bin/nightly/summary.
# `make nightly FROM=race` resumes with that suite. Each suite is a target of its own.
SUITES = full window page race processors exportcheck physics fresh soak fuzz mutate
DAY := $(shell date +%Y%m%d)
.PHONY: nightly $(SUITES)
nightly:
	@MAKE='$(MAKE)' sh tools/nightly.sh '$(FROM)' $(SUITES)
nightly: export SEED = $(DAY)
nightly: export FUZZTIME = 10s
nightly: export MUTANTS = 15

# Unit and property tests at full length, in random order.
CHECKS ?= 300
full: deps-build deps-window
	RAPID_SEED=$(SEED) RAPID_CHECKS=$(CHECKS) $(GO) test -count=1 -vet=off -shuffle=$(SEED) $(LIMIT) \
		-skip Processors ./...

# All tests of the real window, on displays of their own.
window: $(BIN) deps-window
	FILLET_EDITOR=$(CURDIR)/$(BIN) $(GO) test -count=1 -vet=off -parallel 2 $(LIMIT) -run Window ./cmd/editor

# All tests of the page in Chromium. Some compare it with the desktop's window.
page: $(BIN) web deps-window deps-browser
	FILLET_EDITOR=$(CURDIR)/$(BIN) FILLET_WEB=$(CURDIR)/dist/web \
		$(GO) -C tools/web test -count=1 -vet=off -parallel 2 $(LIMIT)

# The race detector: unit tests, without those that count allocations or work in step on one thread; then the window,
# with the jobs that work off its thread.
INSTEP = AnythingInAWindow|TabsKeepApart|EverydayTasks|ClosedTabs|StripsFit|PaddingsAreTheSame|FileDialogByKeyboard
INSTEP := $(INSTEP)|DialogsCutNames|LevelBecomesAPile|ThemesAndPanels|WhatFreshOnesDo|FitsALowWindow|SamplesAreSurveyed
INSTEP := $(INSTEP)|SamplesAreSolved|HighestStep|SamplesTeach|DisabledItemsSayWhy|NamesAreCutFirst|MenuContrast
COUNTS := Allocat|OneMoveCosts|Bytes|Victim|Costly|Processors|HostileLevels|QuoteLittle|OfMany|ManyShapes|TakeLittle
NORACE  = $(INSTEP)|$(COUNTS)|CostNoMore
JOBS    = WindowMainJob|WindowFiles|WindowTabs|WindowPrefab|WindowProject|Soak
race: deps-build deps-window
	RAPID_SEED=$(SEED) RAPID_CHECKS=125 $(GO) test -count=1 -short -race -vet=off $(LIMIT) -skip '$(NORACE)' ./...
	$(GO) build -race -o $(BIN)-race ./cmd/editor
	FILLET_EDITOR=$(CURDIR)/$(BIN)-race FILLET_WINDOW_SOAK=20s \
		$(GO) test -count=1 -vet=off -parallel 2 $(LIMIT) -run 'Test($(JOBS))' ./cmd/editor

# Samples and random scenes give the same bytes on amd64, amd64 with AVX2 and FMA, and arm64.
processors: deps-build deps-processors
	$(GO) test -count=1 -vet=off $(LIMIT) -v -run Processors ./cmd/editor

# Exported files in the engines that read them.
exportcheck: deps-exportcheck
	@LIMIT='$(LIMIT)' sh tools/exportcheck.sh

# The playtest's physics and their bounds, beside Box2D 2.4 and Chipmunk 7. With WRITE=-write, the table goes into
# docs/PLAYTEST.md.
physics: deps-peers
	cd tools/physics && $(GO) run . $(WRITE)

# Builds the window on fresh Debian and Ubuntu systems that have nothing but git and make.
fresh:
	@sh tools/fresh.sh || [ $$? -eq 77 ] # all were skipped

# Random input in the real window for SOAK; neither its memory nor its goroutines may grow.
SOAK ?= 3m
soak: $(BIN) deps-window
	FILLET_EDITOR=$(CURDIR)/$(BIN) FILLET_WINDOW_SOAK=$(SOAK) \
		$(GO) test -count=1 -vet=off $(LIMIT) -v -run TestSoak ./cmd/editor

# Every fuzz target for FUZZTIME.
FUZZTIME ?= 1m
fuzz: deps-build
	@GO='$(GO)' sh tools/fuzz.sh $(FUZZTIME)

# How many of MUTANTS random small mistakes the tests find, in the packages whose results matter: at least 85 % of 100
# or more. What survived is printed; SEED draws others.
MUTANTS ?= 300
MUTATED = ./collision/... ./editor/contacts ./editor/level/... ./editor/merge ./editor/tool \
	./editor/strictyaml ./export/... ./importers/...
mutate: deps-build
	$(GO) -C tools/mutate build -o $(CURDIR)/bin/mutate .
	bin/mutate -n $(MUTANTS) -seed $(SEED) -least 0.85 $(MUTATED)

# Benchmarks. Figures and how to read them: docs/PERFORMANCE.md.
# The collision core beside Chipmunk and Box2D, then the benchmarks beside the code, then those and the last release's.
.PHONY: bench benchcmp scaling beside corpus
bench: deps-build deps-peers
	cd tools/bench && $(GO) run .
	$(GO) test -run '^$$' -bench . -benchmem $(LIMIT) ./collision/... ./editor ./editor/level/... \
		./editor/render ./importers/... ./export/...
	@if base=$$(git describe --tags --abbrev=0 2>/dev/null); then sh tools/benchcmp.sh $$base; \
		else echo "no release to compare with"; fi

# The benchmarks beside the code, now and at the last release (or at BASE), compared.
BASE ?= $(shell git describe --tags --abbrev=0 2>/dev/null || git rev-list --max-parents=0 HEAD | tail -1)
benchcmp: deps-build
	@BENCH='$(BENCH)' sh tools/benchcmp.sh $(BASE) $(PACKAGES)

# How opening, checking, exporting and nudging grow from 10,000 to 1,000,000 colliders: at most with exponent 1.1.
scaling: deps-build
	FILLET_SCALING=1 $(GO) test -count=1 $(LIMIT) -run TestScaling -v ./editor

# Fillet and Tiled on the same levels, on the same display.
beside: $(BIN) deps-beside
	cd tools/beside && $(GO) run . -editor $(CURDIR)/$(BIN)

# Prints what is found in real files, and how far our pictures of public maps are from those of Tiled and LDtk.
corpus: deps-pictures
	@tools/corpus.sh

# The archives of a release, in dist; and twice in other folders, to show that one commit gives the same bytes.
.PHONY: release release-twice
VERSION ?= $(shell git describe --tags --always --dirty)
release: deps-build deps-release
	@sh tools/release.sh $(VERSION)

release-twice: deps-build deps-release
	@sh tools/release-twice.sh $(VERSION)

# The editor for browsers: a folder for any web server; and the same served here, opened in the browser.
.PHONY: web web-run web-bench
WEB_ADDRESS ?= 127.0.0.1:8080
web: bin/web-tool deps-web
	@echo "Building the page (about 30 s; the first build takes minutes)"
	bin/web-tool -tags "$$(cat tools/tags)" -o dist/web

web-run: web
	bin/web-tool -serve $(WEB_ADDRESS) -o dist/web

web-bench: $(PAGE)/index.html deps-browser
	FILLET_WEB=$(CURDIR)/$(PAGE) $(GO) -C tools/web test -count=1 -run '^$$' -bench . -benchtime 1x $(LIMIT)

$(PAGE)/index.html: bin/web-tool $(SOURCES) $(wildcard assets/web/* tools/web/patches/* docs/guide/*)
	bin/web-tool -quick -tags "$$(cat tools/tags)" -o $(PAGE)

# It needs Go alone: what is for browsers is compiled without C.
bin/web-tool: $(wildcard tools/web/*.go tools/web/go.* assets/*.go) | deps-go
	@mkdir -p bin
	$(GO) -C tools/web build -o $(CURDIR)/$@ .
