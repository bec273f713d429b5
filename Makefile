# Two commands set everything up: `make demo` and `make test`. The rest is for those who work on Karat.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LOCK ?= requirements.lock
EXAMPLES ?= 1000
MINUTES ?= 60
CASES ?= 1000000
SEED ?= $(shell date +%s)
AXE := .cache/axe/axe.min.js
ARIAL := fc-list 2>/dev/null | grep -qiE 'liberation ?sans|arial|helvetica'
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCKED := $(if $(LOCK),--constraint $(LOCK) --build-constraint $(LOCK))
SOURCES := $(shell find src -name '*.[ch]pp' -o -name '*.py' -o -name '*.json*' -o -name '*.toml' -o -path '*/static/*.*' | grep -v __pycache__) CMakeLists.txt pyproject.toml

.PHONY: demo test lint tests test-latest test-lowest test-properties fuzz-files mutants same-everywhere differential asan fuzz-coverage test-clusters test-comet lock browser postgres shells axe fuzz bench bench-instructions bench-promises bench-memory bench-commands bench-reading bench-engines bench-engines-coverage bench-campaigns bench-campaigns-peer docs pictures site release-check clean

demo: $(VENV)/installed            ## install into a virtual environment of its own and run the main job
	$(BIN)/karat demo

test: lint tests                   ## everything that CI checks

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md docs src examples benchmarks

tests: $(VENV)/ready browser postgres axe shells  ## the installed package is tested, not the tree
	$(BIN)/python -m pytest -n 2 --dist loadfile tests --pyargs karat

test-latest:                       ## the suite with the newest versions that the ranges allow, whatever the lock says
	rm -rf .venv-latest
	$(MAKE) tests VENV=.venv-latest LOCK=

test-lowest: $(VENV)/lock          ## the suite with the lowest ones; for the oldest Python that is supported
	rm -rf .venv-lowest
	$(BIN)/python tools/lock.py --lowest --output build/lowest.lock
	$(MAKE) tests VENV=.venv-lowest LOCK=build/lowest.lock

test-properties: $(VENV)/ready     ## what Hypothesis tests, with other examples each time: EXAMPLES of each test, from SEED, for MINUTES at most
	EXAMPLES=$(EXAMPLES) timeout --signal=INT $(MINUTES)m $(BIN)/python -m pytest -n 2 -m hypothesis \
		--hypothesis-profile=searching --hypothesis-seed=$(SEED) tests

fuzz-files: $(VENV)/ready          ## damaged files of every kind for readers, recipes, calibrations and pages: CASES of them, from SEED, for MINUTES at most
	$(BIN)/python -m tests.hostile --cases $(CASES) --seed $(SEED) --minutes $(MINUTES)

mutants: $(VENV)/ready             ## plant the faults of tests/mutants in copies of Karat, those of the kernel too, and say which no test catches; for MINUTES at most
	$(PIP) $(LOCKED) scikit-build-core nanobind ninja cmake
	$(BIN)/python -m tests.mutants --kernel --minutes $(MINUTES)

same-everywhere: $(VENV)/ready     ## JSON of a dozen commands with every CPython of this machine, the lowest and the newest numpy, threads and engines: the same bytes
	$(BIN)/python tools/same_everywhere.py

differential: $(VENV)/ready        ## CASES random hostile corpora beside sacreBLEU, from SEED, for MINUTES at most
	$(BIN)/python -m tests.differential.search --corpora $(CASES) --seed $(SEED) --minutes $(MINUTES)

test-clusters: $(VENV)/ready       ## shards on Ray and Spark, which are large and not in the lock: installed into an environment of its own; Spark needs Java
	rm -rf .venv-clusters
	$(BIN)/python -m venv .venv-clusters
	$(BIN)/python -c 'import sysconfig; print("import site; site.addsitedir(%r)" % sysconfig.get_path("purelib"))' > \
		"$$(.venv-clusters/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/karat.pth"
	.venv-clusters/bin/python -m pip install --quiet --disable-pip-version-check 'ray>=2.30' 'pyspark>=4'
	@command -v java >/dev/null || if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends openjdk-17-jre-headless || true; fi
	@command -v java >/dev/null || echo "There is no Java: the test of Spark will be skipped. On Debian: sudo apt install openjdk-17-jre-headless"
	.venv-clusters/bin/python -m pytest -q tests/engines/test_engines.py tests/engines/test_spark.py -k "ray or spark or partitions"

test-comet: $(VENV)/ready          ## a tiny model of COMET, run by unbabel-comet: some 1 GB, installed into an environment of its own
	rm -rf .venv-comet
	$(PYTHON) -m venv .venv-comet
	.venv-comet/bin/python -m pip install --quiet --disable-pip-version-check '.[comet]' pytest hypothesis
	HF_HUB_OFFLINE=1 .venv-comet/bin/python -m pytest -q -W default tests/scorers/test_comet.py

.PHONY: test-training
test-training:                     ## the examples for torchmetrics, the Trainer of Hugging Face and lm-evaluation-harness, with these: some 3 GB, installed into an environment of its own
	rm -rf .venv-training
	$(PYTHON) -m venv .venv-training
	.venv-training/bin/python -m pip install --quiet --disable-pip-version-check . pytest hypothesis torch torchmetrics transformers accelerate lm-eval
	HF_HUB_OFFLINE=1 .venv-training/bin/python -m pytest -q -W default tests/examples

lock: $(VENV)/lock                 ## choose the versions anew: requirements.lock
	$(BIN)/python tools/lock.py

browser:                           ## Chromium, best as its headless shell, and a font as wide as Arial for the tests of the page, by apt where they are missing and we may
	@command -v chromium-headless-shell >/dev/null && $(ARIAL) \
	|| if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq; \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
			chromium-headless-shell fontconfig fonts-liberation \
		|| DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
			chromium fontconfig fonts-liberation; \
	fi || true
	@{ command -v chromium-headless-shell || command -v chromium || command -v chromium-browser \
	|| command -v google-chrome; } >/dev/null && $(ARIAL) \
	|| echo "There is no Chromium, or no font such as Arial: tests of the page in a browser will be skipped or fail." \
		"Install them, on Debian with: sudo apt install chromium-headless-shell fonts-liberation"

postgres:                          ## a PostgreSQL server for the tests of campaigns, by apt where it is missing and we may
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null \
	|| if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql \
		|| echo "PostgreSQL could not be installed: the tests of campaigns in it cannot run."; \
	else \
		echo "There is no PostgreSQL: tests of campaigns in it will be skipped or fail." \
			"Install it, on Debian with: sudo apt install postgresql"; \
	fi

shells:                            ## zsh and fish for the tests of the Tab key, by apt where they are missing and we may
	@{ command -v zsh && command -v fish; } >/dev/null \
	|| if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends zsh fish \
		|| echo "zsh and fish could not be installed: the tests of completion in them cannot run."; \
	else \
		echo "There is no zsh or no fish: tests of completion in them will be skipped or fail." \
			"Install them, on Debian with: sudo apt install zsh fish"; \
	fi

axe: $(AXE)                        ## axe-core, which checks the judges' pages for accessibility, from npm, which apt brings where it is missing and we may

$(AXE):
	@command -v npm >/dev/null || if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends npm || true; fi
	@if command -v npm >/dev/null; then \
		npm install --silent --no-audit --no-fund --no-save --ignore-scripts --prefix $(dir $(AXE)) axe-core@4.11.0 \
		&& cp $(dir $(AXE))node_modules/axe-core/axe.min.js $(AXE) \
		|| echo "axe-core could not be installed: tests of accessibility cannot run."; \
	else \
		echo "There is no npm: tests of accessibility by axe-core will be skipped or fail. On Debian: sudo apt install npm"; \
	fi

fuzz:                              ## the kernel under ASan and UBSan, by libFuzzer: RUNS inputs of several lengths, for MINUTES at most; goes on where it stopped. Needs clang
	$(PYTHON) -m tools.fuzz --runs $${RUNS:-1000000} --minutes $(MINUTES)

fuzz-coverage:                     ## which functions of the kernel the inputs reach that make fuzz has found; writes the table of docs/exactness.md. Needs llvm-cov
	$(PYTHON) -m tools.fuzz --coverage

.PHONY: test-arm bench-growth bench-points
test-arm: $(VENV)/ready        ## the kernel for 64-bit ARM, under qemu-user: INPUTS through the fuzz target's checks, and the same rows as here
	@command -v aarch64-linux-gnu-g++ qemu-aarch64 >/dev/null || if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
			g++-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user; fi
	$(BIN)/python tools/aarch64.py $${INPUTS:-5000}

asan: $(VENV)/ready                ## the Python extension under ASan and UBSan, through the tests of the binding. Needs GCC
	CXX=$${GXX:-g++} $(PIP) $(LOCKED) --no-deps --upgrade --target build/asan/site -C build-dir=build/asan/cmake \
		-C cmake.define.KARAT_ASAN=ON -C install.strip=false $(ASAN_BUILD) .
	LD_PRELOAD="$$($${GXX:-g++} -print-file-name=libasan.so) $$($${GXX:-g++} -print-file-name=libubsan.so)" \
		ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=1 \
		UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc PYTHONPATH=build/asan/site KARAT_SANITIZED=1 \
		$(BIN)/python -m pytest -q -p no:cacheprovider tests/kernel $(ASAN_TESTS)

.PHONY: tsan
tsan:                              ## threads that count the same texts at once, under ThreadSanitizer: every way to count, then INPUTS through the fuzz target's checks. Needs GCC
	CXX=$${GXX:-g++} cmake -S . -B build/tsan -DKARAT_HARNESS=ON -DCMAKE_CXX_FLAGS="-fsanitize=thread -g"
	cmake --build build/tsan --parallel 2 --target threads
	TSAN_OPTIONS=halt_on_error=1 $$(setarch -R true 2>/dev/null && echo setarch -R) build/tsan/threads $${INPUTS:-500} 1

bench: $(VENV)/benchmarks          ## ratios to sacreBLEU, jiwer and bleuscore, measured side by side
	$(BIN)/python -m benchmarks

bench-instructions: $(VENV)/benchmarks ## instructions of the kernel for a segment, by callgrind; ADD="what changed" writes them into the table
	$(BIN)/python -m benchmarks.instructions $(if $(ADD),--add "$(ADD)")

bench-growth: $(VENV)/benchmarks   ## the cost of a word by length of segment, number of references, order; writes the tables and chart of docs/benchmarks.md
	$(BIN)/python -m benchmarks.growth --write

bench-promises: $(VENV)/benchmarks ## error rates and coverage, nominal beside measured, on the shared packs and in simulations; writes docs/promises.md
	$(BIN)/python -m benchmarks.promises --page docs/promises.md

bench-points: $(VENV)/benchmarks   ## coverage of the intervals of karat points, by simulation with known truth
	$(BIN)/python -m benchmarks.points_coverage

bench-commands: $(VENV)/benchmarks ## CPU time of report, compare, calibrate and diagnose sensitivity, demand beside measured; BESIDE=SRC measures another Karat in turn
	$(BIN)/python -m benchmarks.commands $(if $(BESIDE),--beside $(BESIDE))

bench-reading: $(VENV)/benchmarks  ## text and Parquet files beside wc -l, Arrow and the kernel alone; LINES (10,000,000)
	$(BIN)/python -m benchmarks.reading $(LINES)

bench-memory: $(VENV)/benchmarks   ## ten million lines from files
	$(BIN)/python -m benchmarks.memory

bench-engines: $(VENV)/benchmarks  ## shards: CPU time, wall time of two threads and memory of ROWS (10,000,000) and MORE rows (100,000,000), then what each stage costs; five minutes on a quiet machine, 8 GB of disk
	$(BIN)/python -m benchmarks.engines $${ROWS:-10000000} $${MORE:-100000000}
	$(BIN)/python -m benchmarks.engine_stages

bench-engines-coverage: $(VENV)/benchmarks ## shards: how often their intervals hold the true score, and how rarely their tests are wrong
	$(BIN)/python -m benchmarks.engines_coverage

bench-campaigns: $(VENV)/ready     ## twenty judges at once over HTTP, the server killed five times; then the stop rule and careless judges in simulated campaigns
	$(BIN)/python -m benchmarks.campaigns
	$(BIN)/python -m benchmarks.stopping
	$(BIN)/python -m benchmarks.careless_judges

bench-campaigns-peer: $(VENV)/ready ## answers of twenty judges at once, beside Pearmut, which is installed into .cache/pearmut and needs Python 3.12
	$(BIN)/python -m benchmarks.campaigns_peer

docs: $(VENV)/ready                ## write docs/reference anew
	$(BIN)/python tools/reference.py

pictures: $(VENV)/ready browser    ## the pictures of the documentation anew, from the demo data, with Chromium
	$(BIN)/python tools/pictures.py

site: $(VENV)/site                  ## the documentation as a site, in site/; open site/index.html
	$(BIN)/zensical build --strict

release-check: $(VENV)/release      ## whether this commit can be released: archive, wheels for every Python here, their tests, reproducible builds; KEEP=FOLDER keeps what was built
	$(BIN)/python tools/release_check.py $(if $(KEEP),--keep $(KEEP))

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(PIP) $(if $(LOCK),--constraint $(LOCK)) --upgrade "pip>=25.3"  # the first to take --build-constraint

$(VENV)/installed: $(VENV)/bin/python $(SOURCES) $(LOCK)
	$(PIP) $(LOCKED) '.[report]'
	touch $@

$(VENV)/ready: $(VENV)/bin/python $(SOURCES) $(LOCK)
	$(PIP) $(LOCKED) --group test --group lint --group docs '.[all]'
	touch $@

$(VENV)/site: $(VENV)/bin/python pyproject.toml $(LOCK)
	$(PIP) $(LOCKED) --group docs
	touch $@

$(VENV)/release: $(VENV)/bin/python pyproject.toml $(LOCK)
	$(PIP) $(LOCKED) --group release
	touch $@

$(VENV)/benchmarks: $(VENV)/installed
	$(PIP) $(LOCKED) --group bench
	touch $@

$(VENV)/lock: $(VENV)/bin/python pyproject.toml
	$(PIP) $(LOCKED) --group lock
	touch $@

clean:
	rm -rf $(VENV) .venv-latest .venv-lowest .venv-clusters .venv-comet .venv-training build site .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis karat-demo.html

.PHONY: tests-cpus
tests-cpus: $(VENV)/ready browser  ## golden files and reproduction as on other processors, which must not change a figure
	$(BIN)/python tools/processors.py
