# make all [BASKET=embedded]   every table and figure of the basket
# make collect BASKET=local    ask real models what the basket's journals lack; ARGS="--dry-run", ARGS="--max-cost 5"
# make calibrate               coverage of the intervals on senders of known truth: minutes, kept slice by slice
# make freeze [BASKET=…]       write down the whole design, before data: prereg/<basket>.lock.json and .md; OUT=file
# make verify                  hold today's design against every prereg/*.lock.json; FILE=…, ARGS="--rebuild"
# make diff A=HEAD B=artifacts/embedded   what differs between trees, files or revisions; ARGS="--format html --out diff.html"
# make test                    every test
# make clean                   remove what make all made, and the store

BASKET ?= embedded
CANDOR := node_modules/.bin/candor
INSTALLED := node_modules/.candor-installed

.PHONY: all collect calibrate freeze verify diff test lint schemas bench clean
.DELETE_ON_ERROR:

all: $(INSTALLED)
	@$(CANDOR) run --basket $(BASKET)

# Asks over the network, and may cost money. Keys come from the environment.
collect: $(INSTALLED)
	@$(CANDOR) collect --basket $(BASKET) $(ARGS)

# On demand: make all leaves these out, and says when what is committed is no longer today's.
calibrate: $(INSTALLED)
	@$(CANDOR) run cheap-talk/coverage cheap-talk/tables/coverage --basket $(BASKET)

freeze: $(INSTALLED)
	@$(CANDOR) freeze --basket $(BASKET) $(if $(OUT),--out "$(OUT)") $(ARGS)

verify: $(INSTALLED)
	@$(CANDOR) verify $(FILE) $(ARGS)

# Exit 1 where they differ, which make tells as an error of its own.
diff: $(INSTALLED)
	@test -n "$(A)" && test -n "$(B)" || { echo "make diff needs two sides: make diff A=HEAD B=artifacts/$(BASKET)" >&2; exit 2; }
	@$(CANDOR) diff "$(A)" "$(B)" $(ARGS)

test: $(INSTALLED)
	@npm test --silent

lint: $(INSTALLED)
	@npm run --silent lint

schemas: $(INSTALLED)
	@npm run --silent schemas

bench: $(INSTALLED)
	@npm run --silent bench

# Install scripts are left out: nothing here is compiled, and nothing is fetched but packages. npm does not link
# a project's own command, so that is done here.
$(INSTALLED): package.json package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund
	@ln -sf ../../bin/candor.mjs $(CANDOR)
	@touch $(INSTALLED)

# .candor is the store of every basket.
clean:
	@case "$(BASKET)" in ""|*/*|.*) echo "make clean needs the name of a basket, got '$(BASKET)'" >&2; exit 2;; esac
	rm -rf artifacts/$(BASKET) .candor
