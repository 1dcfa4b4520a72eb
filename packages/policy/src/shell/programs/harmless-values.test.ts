import { expect, test } from 'vitest'
import { factsOf } from './testing/argv.ts'

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
make CC=clang CXX=g++-13 test
wget -c -P downloads https://x.example/f
pytest -o log_cli=true
go test ./... -args -exec x
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

test.each([
  'make CC=./evil',
  "make CC='gcc -wrapper x'",
  'make SHELL=gcc',
  'wget -P /etc https://x.example/f',
  'pytest -o addopts=-pevil',
  'go test -exec ./x ./... -args a',
  'go build -args -exec x',
])('a hazard all the same: %s', (line) => {
  expect(factsOf(line).hazards).not.toEqual([])
})
