# Fillet. `make run` opens the editor on a sample level, `make test` tests it. Every target installs what it needs.

# The Go in .go, from tools/deps.sh, takes precedence. Go 1.21 and later fetches the version in go.mod on its own.
# Only recipes call Go, because $(shell) in make 4.3 does not see this PATH.
export PATH := $(CURDIR)/.go/bin:$(PATH)
export GOTOOLCHAIN ?= auto
GO     ?= go
BIN    := bin/fillet
PAGE   := bin/web/served
SAMPLE ?= assets/samples/cavern.level.yaml

# Build tags, the same for every go command, so that all of them share one build cache.
# no_emoji: the toolkit's own emoji font takes 50 MB of memory for each text style; the system's font works too.
# migrated_fynedo: Fyne is only called on the window's thread (`make race` checks it), so it need not check or lock.
# gles, on Linux: OpenGL ES, whose Go binding compiles eight times as fast (docs/PERFORMANCE.md).
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

# Installs Go and the packages of a group in tools/deps.sh.
deps-%:
	@sh tools/deps.sh $*

# Ends tests that hang, but not slow ones.
LIMIT := -timeout 6h

# All kinds of tests in minutes: the same cases in every run, 25 for each property, and no long tests.
# Rapid divides the number of cases by 5 under -short. It reads its seed before go test records what a test reads, so
# the cache would return the results of another seed; hence -count=1.
SEED ?= 1
test: $(BIN) $(PAGE)/index.html deps-test
	FILLET_EDITOR=$(CURDIR)/$(BIN) RAPID_SEED=$(SEED) RAPID_CHECKS=125 $(GO) test -short -vet=off $(LIMIT) \
		$(if $(filter-out 1,$(SEED)),-count=1) ./...
	FILLET_WEB=$(CURDIR)/$(PAGE) $(GO) -C tools/web test -short -vet=off $(LIMIT)
	$(GO) -C tools test -short -vet=off $(LIMIT) ./...
	$(GO) -C assets/loaders/cp test -vet=off $(LIMIT)
	$(GO) -C examples/jetpack test -vet=off $(LIMIT) ./maze ./page
	CGO_ENABLED=0 $(GO) build -o /dev/null ./cmd/editor

# All folders except build outputs, which contain copies of other modules.
OURS = $(filter-out bin/ dist/,$(wildcard */))
lint: deps-build
	@git ls-files -z | xargs -0 wc -c | \
		awk '$$1 > 1000000 && $$2 != "total" {print "Git should not track files over 1 MB:", $$0; bad = 1} END {exit bad}'
	$(GO) tool $(TOOLMOD) golangci-lint run ./...
	$(GO) tool $(TOOLMOD) gofumpt -l $(OURS) | (! grep .)
	$(SAMEBYTES)
	$(GO) -C tools vet ./...
	$(GO) -C tools/web vet .
	$(GO) -C assets/loaders/cp vet .
	$(GO) -C tools/lint test ./english
	$(GO) -C tools/lint build -o $(CURDIR)/bin/english ./english
	$(GO) vet -vettool=$(CURDIR)/bin/english ./...
	$(GO) -C assets/loaders/cp vet -vettool=$(CURDIR)/bin/english .
	bin/english Makefile $$(git ls-files '*.md' '*.js' '*.mjs' '*.cjs' '*.sh' '*.c' '*.cpp' '*.h' '*.gd' '*.lua' '*.cs' \
		'*.rs' '*.py' '*.txtar' '*.patch')

# Everything but the window and the test helpers computes the same bits on every processor. `make samebytes` fixes code
# where it can.
EVERYWHERE = $$(CGO_ENABLED=0 $(GO) list ./... | grep -Ev '/editor/(ui|testkit)')
SAMEBYTES = (cd tools/samebytes && $(GO) build -o ../../bin/samebytes .) && \
	CGO_ENABLED=0 bin/samebytes -test=false $(FIX) $(EVERYWHERE)
.PHONY: samebytes
samebytes: FIX = -fix
samebytes: deps-go
	$(SAMEBYTES)

fmt: deps-go
	$(GO) tool $(TOOLMOD) gofumpt -w $(OURS)

# Rewrites the golden pictures and files of the tests. Review the changes before you commit them.
golden: deps-build
	$(GO) test ./editor/level ./editor/render ./editor/tool ./cmd/editor ./export/... \
		-run 'Documented|Golden|Script' -update

# The example game: its tests, then its window.
example: deps-build
	cd examples/jetpack && $(GO) test ./maze && $(GO) run .

clean:
	rm -rf bin dist

# All long suites, one after another, even after a failure; the summary is in bin/nightly/summary.
# `make nightly FROM=race` resumes with that suite. Each suite is a target of its own.
SUITES = full window page race processors exportcheck physics fresh packages soak fuzz mutate
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

# All tests of the real window, on their own displays.
window: $(BIN) deps-window
	FILLET_EDITOR=$(CURDIR)/$(BIN) $(GO) test -count=1 -vet=off -parallel 2 $(LIMIT) -run Window ./cmd/editor

# All tests of the page in Chromium. Some compare it with the desktop window.
page: $(BIN) web deps-window deps-browser
	FILLET_EDITOR=$(CURDIR)/$(BIN) FILLET_WEB=$(CURDIR)/dist/web \
		$(GO) -C tools/web test -count=1 -vet=off -parallel 2 $(LIMIT)

# The race detector: unit tests, without those that count allocations or run in step on one thread; then the window,
# with the jobs that use other threads.
INSTEP = RandomActions|TabsKeepApart|EverydayTasks|ClosedTabs|StripsFit|PaddingsAreTheSame|FileDialogByKeyboard
INSTEP := $(INSTEP)|DialogsCutNames|UnplayableLevel|ThemesAndPanels|RefreshedPanels|FitsALowWindow|SamplesAreSurveyed
INSTEP := $(INSTEP)|SamplesAreSolved|HighestStep|SamplesTeach|DisabledItemsSayWhy|NamesAreTruncated|MenuContrast
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

# The playtest's physics and their bounds, compared with Box2D 2.4 and Chipmunk 7. With WRITE=-write, the table goes
# into docs/PLAYTEST.md.
physics: deps-peers
	cd tools/physics && $(GO) run . $(WRITE)

# Builds the window on fresh Debian and Ubuntu systems that have nothing but git and make.
fresh:
	@sh tools/fresh.sh || [ $$? -eq 77 ] # all were skipped

# The packages of a release, installed on bare systems; arm64's runs in an emulator.
packages: release
	@sh tools/packages.sh || [ $$? -eq 77 ] # all were skipped

# Random input in the real window for the time SOAK. Neither memory nor the number of goroutines may grow.
SOAK ?= 3m
soak: $(BIN) deps-window
	FILLET_EDITOR=$(CURDIR)/$(BIN) FILLET_WINDOW_SOAK=$(SOAK) \
		$(GO) test -count=1 -vet=off $(LIMIT) -v -run TestSoak ./cmd/editor

# Every fuzz target for the time FUZZTIME.
FUZZTIME ?= 1m
fuzz: deps-build
	@GO='$(GO)' sh tools/fuzz.sh $(FUZZTIME)

# Mutation tests of the packages whose results matter: the tests must find at least 85% of 100 or more of the MUTANTS
# random mutations. Prints the survivors. SEED selects other mutations.
MUTANTS ?= 300
MUTATED = ./collision/... ./editor/contacts ./editor/level/... ./editor/tool \
	./editor/strictyaml ./export/... ./importers/...
mutate: deps-build
	$(GO) -C tools/mutate build -o $(CURDIR)/bin/mutate .
	bin/mutate -n $(MUTANTS) -seed $(SEED) -least 0.85 $(MUTATED)

# Benchmarks. docs/PERFORMANCE.md has the figures and explains them.
# The collision core against Chipmunk and Box2D, the benchmarks in the packages, and these against the last release.
.PHONY: bench benchcmp scaling beside corpus
bench: deps-build deps-peers
	cd tools/bench && $(GO) run .
	$(GO) test -run '^$$' -bench . -benchmem $(LIMIT) ./collision/... ./editor ./editor/level/... \
		./editor/render ./importers/... ./export/...
	@if base=$$(git describe --tags --abbrev=0 2>/dev/null); then sh tools/benchcmp.sh $$base; \
		else echo "no release to compare with"; fi

# Compares the benchmarks in the packages with the last release, or with BASE.
BASE ?= $(shell git describe --tags --abbrev=0 2>/dev/null || git rev-list --max-parents=0 HEAD | tail -1)
benchcmp: deps-build
	@BENCH='$(BENCH)' sh tools/benchcmp.sh $(BASE) $(PACKAGES)

# How opening, checking, exporting and nudging scale from 10,000 to 1,000,000 colliders: with an exponent of up to 1.1.
scaling: deps-build
	FILLET_SCALING=1 $(GO) test -count=1 $(LIMIT) -run TestScaling -v ./editor

# Fillet and Tiled on the same levels, on the same display.
beside: $(BIN) deps-beside
	cd tools/beside && $(GO) run . -editor $(CURDIR)/$(BIN)

# Prints how real files are imported, and how much our pictures of public maps differ from Tiled's and LDtk's.
corpus: deps-pictures
	@tools/corpus.sh

# The archives of a release, in dist. release-twice builds them in two other folders and compares the bytes.
.PHONY: release release-twice
VERSION ?= $(shell git describe --tags --always --dirty)
release: deps-build deps-release deps-web
	@sh tools/release.sh $(VERSION)

release-twice: deps-build deps-release deps-web
	@sh tools/release-twice.sh $(VERSION)

# The editor for browsers: web makes a folder for any web server, and web-run serves it and opens a browser.
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

# It only needs Go: the page is compiled without C.
bin/web-tool: $(wildcard tools/web/*.go tools/web/go.* assets/*.go) | deps-go
	@mkdir -p bin
	$(GO) -C tools/web build -o $(CURDIR)/$@ .
