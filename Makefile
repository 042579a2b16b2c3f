# make all [BASKET=embedded]   every table and figure of the basket
# make collect BASKET=local    ask real models what the basket's journals lack; ARGS="--dry-run", ARGS="--max-cost 5"
# make calibrate               coverage of the intervals on senders of known truth: minutes, kept slice by slice
# make test                    every test
# make clean                   remove what make all made, and the store

BASKET ?= embedded
CANDOR := node_modules/.bin/candor
INSTALLED := node_modules/.candor-installed

.PHONY: all collect calibrate test lint schemas bench clean
.DELETE_ON_ERROR:

all: $(INSTALLED)
	@$(CANDOR) run --basket $(BASKET)

# Asks over the network, and may cost money. Keys come from the environment.
collect: $(INSTALLED)
	@$(CANDOR) collect --basket $(BASKET) $(ARGS)

# On demand: make all leaves these out, and says when what is committed is no longer today's.
calibrate: $(INSTALLED)
	@$(CANDOR) run cheap-talk/coverage cheap-talk/tables/coverage --basket $(BASKET)

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
