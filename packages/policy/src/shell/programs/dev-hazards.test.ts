import { describe, expect, test } from 'vitest'
import { AWK } from './awk.ts'
import { CARRIER_TABLE } from './carriers.ts'
import { DATABASES } from './databases.ts'
import { DEV_RUST } from './dev-rust.ts'
import { DEV_GO } from './dev-go.ts'
import { DEV_MAKE } from './dev-make.ts'
import { DEV_C } from './dev-c.ts'
import { DEV_JVM } from './dev-jvm.ts'
import { DEV_LANGUAGES } from './dev-languages.ts'
import { DEV_DOCUMENTS } from './dev-documents.ts'
import { DEV_CONTAINERS } from './dev-containers.ts'
import { DEV_KUBERNETES } from './dev-kubernetes.ts'
import { DEV_CLOUDS } from './dev-clouds.ts'
import { DEV_MACHINES } from './dev-machines.ts'
import { DEV_NODE } from './dev-node.ts'
import { DEV_WEB_BUILDS } from './dev-web-builds.ts'
import { DEV_WEB_CHECKS } from './dev-web-checks.ts'
import { DEV_PYTHON } from './dev-python.ts'
import { FIND } from './find.ts'
import { INTERPRETERS } from './interpreters.ts'
import { NETWORK } from './network.ts'
import { parseOptionList } from './option-table.ts'
import { PACKAGES } from './packages.ts'
import { PARALLEL } from './parallel.ts'
import { SED } from './sed.ts'
import { SHELLS } from './shells.ts'
import type { CommandSpec } from './spec.ts'
import { factsOf } from './testing/argv.ts'
import { TOOLS_HAZARDS } from './testing/hazards/tools.ts'
import { WEB_HAZARDS } from './testing/hazards/web.ts'
import { PYTHON_HAZARDS } from './testing/hazards/python.ts'
import { BUILDS_HAZARDS } from './testing/hazards/builds.ts'
import { SERVICES_HAZARDS } from './testing/hazards/services.ts'
import { HAZARDS_BESIDE, HAZARDS_BY_VALUE } from './testing/hazards/values.ts'

/** Every hazard of these tables, in every spelling. A table without its row fails below. */
const HAZARDS = [...TOOLS_HAZARDS, ...WEB_HAZARDS, ...PYTHON_HAZARDS, ...BUILDS_HAZARDS, ...SERVICES_HAZARDS]

const LINES = [...HAZARDS, ...HAZARDS_BY_VALUE, ...HAZARDS_BESIDE].flatMap(([command, kind, variants]) =>
  variants.split('; ').map((variant) => ({ line: `${command} ${variant.trim()}`, kind })),
)

test.each(LINES)('$line $kind', ({ line, kind }) => {
  const facts = factsOf(line)
  expect(facts.hazards.map((hazard) => hazard.kind)).toContain(kind)
  expect(facts.notReadonly).toBeDefined()
})

/** Options that are hazards, with values that are none. */
const HARMLESS = `
curl -o /dev/null https://a
curl -o - https://a
wget -O - https://a
wget -qO- https://a
wget -O /dev/null https://a
curl https://a.example/1 https://a.example/2
eslint -f json src
eslint --config eslint.config.js src
prettier --config .prettierrc --parser babel x
vitest run --reporter=verbose --environment jsdom
jest --config jest.config.js --testEnvironment=node
mocha -R dot
playwright test -c playwright.config.ts --reporter line
pytest -p no:cacheprovider -c pytest.ini --rootdir=.
mypy --config-file mypy.ini src
ruff check --config pyproject.toml .
black --config pyproject.toml .
tox -c tox.ini
make -C sub test
make -f Makefile test V=1 PKG=./a ARGS='-v -x'
cargo test --manifest-path crates/a/Cargo.toml
go test -C sub -run X ./...
go build -ldflags '-s -w -X main.v=1' -o bin/a ./cmd/a
terraform -chdir=infra plan
docker run -v /home/dev/project/src:/app -v cache:/cache node npm test
docker build -f docker/Dockerfile.dev -t a .
docker compose -f compose.dev.yml up
gradle -p sub test
gradle test -Dfoo=bar
rustc -C opt-level=3 a.rs
psql -c 'select 1 || 2'
sqlite3 a.db 'select count(*) from t;'
redis-cli config get dir
redis-cli get x
rspec -f progress -r spec_helper
tsc -p tsconfig.build.json
psql -f migrations/1.sql
find . -exec grep "$X" {} ;
pandoc -t html a.md
`

test.each(HARMLESS.trim().split('\n'))('no hazard: %s', (line) => {
  expect(factsOf(line).hazards).toEqual([])
})

describe('every hazard has a row', () => {
  const tables = [
    AWK,
    CARRIER_TABLE,
    DATABASES,
    DEV_RUST,
    DEV_GO,
    DEV_MAKE,
    DEV_C,
    DEV_JVM,
    DEV_LANGUAGES,
    DEV_DOCUMENTS,
    DEV_CONTAINERS,
    DEV_KUBERNETES,
    DEV_CLOUDS,
    DEV_MACHINES,
    DEV_NODE,
    DEV_WEB_BUILDS,
    DEV_WEB_CHECKS,
    DEV_PYTHON,
    FIND,
    INTERPRETERS,
    NETWORK,
    PACKAGES,
    PARALLEL,
    SED,
    SHELLS,
  ].flatMap((table) => table())
  const programs = new Map<CommandSpec, string[]>()
  for (const spec of tables) collect(spec, spec.names, programs)
  const missing = [...programs].flatMap(([spec, names]) =>
    hazardsOf(spec)
      .filter((spelling) => !isProved(names, spelling))
      .map((spelling) => `${names[0] ?? ''} ${spelling}`),
  )
  test('none is missing', () => expect(missing).toEqual([]))
})

/** Programs share entries for subcommands: it is enough when one of them proves it. */
function collect(spec: CommandSpec, names: readonly string[], programs: Map<CommandSpec, string[]>): void {
  programs.set(spec, [...(programs.get(spec) ?? []), ...names])
  for (const below of [...Object.values(spec.subcommands ?? {}), spec.fallback]) {
    if (below !== undefined) collect(below, names, programs)
  }
}

function hazardsOf(spec: CommandSpec): readonly string[] {
  return [spec.writes, spec.starts, spec.runs, spec.loads, spec.configures]
    .flatMap((list) => parseOptionList(list, 'starts'))
    .flatMap((def) => def.names)
}

function isProved(names: readonly string[], spelling: string): boolean {
  return LINES.some(({ line }) => {
    const words = line.split(' ').map((word) => word.split('=')[0] ?? '')
    const known = names.some((name) => name.replace('*', 'x') === words[0])
    return (
      known &&
      words.some((word) => word === spelling || (!spelling.startsWith('--') && word.startsWith(spelling)))
    )
  })
}
