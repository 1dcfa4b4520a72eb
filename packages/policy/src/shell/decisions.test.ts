import { expect, test } from 'vitest'
import { decideText } from '../testing/decide-text.ts'

test.each([
  ['P3.5', 'auto', ['deny terminal.exec(git push *)'], 'git push; echo )', 'block'],
  ['P7.10', 'default', ['allow terminal.exec(CI=1 npm test)'], 'CI=1 npm test', 'run'],
  ['P7.15', 'default', [], 'sort -k --unheard-of a', 'run'],
  ['P7.15', 'default', [], 'for x in $(cat f); do sort a$x; done', 'run'],
  ['P7.15', 'default', [], 'for x in "$(cat f)"; do sort a$x; done', 'ask'],
  ['P3.4', 'auto', ['deny terminal.exec(tool y)'], 'mapfile -t a <<E\nx\ny\nE\ntool ${a[1]}', 'block'],
  ['P3.4', 'auto', ['deny terminal.exec(tool y)'], 'mapfile -s 1 a <<E\nx\ny\nE\ntool ${a[0]}', 'ask'],
  ['P7.12', 'default', ['allow terminal.exec(bash *)'], 'echo touch x | bash', 'ask'],
  ['P7.8', 'default', ['allow terminal.exec(sort -ro *)'], 'sort -ro a b', 'run'],
  ['P7.5', 'auto', ['deny terminal.exec(FOO=1 BAR=2 npm test)'], 'FOO=1 BAR=2 npm test', 'block'],
] as const)('%s in %s with %j: %s is %s', (_rule, mode, rules, call, verdict) => {
  expect(decideText(mode, rules, call).verdict).toBe(verdict)
})

test.each([
  'trap \'R="rm -rf /"; $R\' EXIT',
  'trap \'X=~; rm -rf "$X"\' EXIT',
  "trap 'f() { X=/; rm -rf $X; }; f' EXIT",
  'trap \'rm -rf "$(pwd)"\' EXIT',
  "trap ':(){ :|:& };:' EXIT",
  'f() { R="rm -rf /"; $R; }; trap f EXIT',
  'trap \'X=x\' DEBUG; X=/; rm -rf "$X"',
  'declare -u X; X=/; rm -rf "$X"',
  'while true; do rm -rf "$X"; X=/; done',
  "for i in 1 2; do $C; C='rm -rf /'; done",
  'for f in *; do rm -rf "$d"; d=$HOME; done',
])('P8.1 %s: what was seen of a variable that anything may change is still possible', (call) => {
  expect(decideText('auto', [], call).verdict).toBe('ask')
})

test.each([
  'trap \'X=dist; rm -rf "$X"\' EXIT',
  'tmp=$(mktemp -d); trap \'rm -rf "$tmp"\' EXIT',
  'while true; do rm -rf "$X"; X=dist; done',
])('%s: and no more than that', (call) => {
  expect(decideText('auto', [], call).verdict).toBe('run')
})

const PARSER =
  'parse() { while [ $# -gt 0 ]; do case $1 in -o) OUT=$2; shift 2;; -v) V=1; shift;; *) A+=("$1"); shift;; esac; done; }'

test.each([
  ['parse -o build -v src/a.c src/b.c src/c.c src/d.c; rm -rf "$OUT"', 'run'],
  ['parse -v a.c b.c c.c d.c e.c f.c -o build; for a in "${A[@]}"; do gcc -c "$a"; done', 'run'],
  ['parse -v a.c b.c c.c d.c e.c f.c -o /; rm -rf "$OUT"', 'ask'],
])('P8.1 arguments that are taken one after the other, %s: %s', (call, verdict) => {
  expect(decideText('auto', [], `${PARSER}\n${call}`).verdict).toBe(verdict)
})

test.each([
  ['cd "$Y"; rm -rf ../etc', 'ask'],
  ['cd "$Y" && rm -rf ../../usr/*', 'ask'],
  ['cd "$Y"; rm -rf ../node_modules ../.cache', 'run'],
  ['cd "$Y"; rm -rf ../dist ../build', 'ask'],
  ['cd "$Y" && rm -rf ../etc/app', 'run'],
  ['OLDPWD=/; cd -; rm -rf usr', 'ask'],
  ['OLDPWD=/ cd -; rm -rf usr', 'ask'],
  ['OLDPWD=$PWD/dist; cd -; rm -rf usr', 'run'],
])('P8.1 from a folder that is not known or told, %s: %s', (call, verdict) => {
  expect(decideText('auto', [], call).verdict).toBe(verdict)
})

const steps = (step: string): string =>
  Array.from({ length: 10 }, (_, at) => step.replaceAll('%', `${at}`)).join('\n')

test.each([
  'cd a%; make; cd ..',
  'cd a% && make; cd ..',
  'cd a%\nmake\ncd -',
  'pushd a% && make && popd',
  'pushd a%; npm ci; npm test; popd',
])('%s: many folders of a project, one after the other', (step) => {
  expect(decideText('auto', [], steps(step)).verdict).toBe('run')
  expect(decideText('auto', [], `${steps(step)}\ncd .git/hooks; echo x > pre-commit`).verdict).toBe('ask')
  expect(decideText('auto', [], `cd .git/hooks\n${steps(step)}\necho x > pre-commit`).verdict).toBe('ask')
  expect(decideText('auto', [], `cd /\n${steps(step)}\nrm -rf usr`).verdict).toBe('ask')
  expect(decideText('auto', ['deny files.write(a3/**)'], `${steps(step)}\ntouch x`).verdict).not.toBe('run')
})

test.each([
  ['P11.1', 'git push', { because: 'not-readonly', program: 'git push' }],
  ['P11.1', 'ls', { because: 'readonly', program: 'ls' }],
])('%s why %s is decided so', (_rule, call, reason) => {
  expect(decideText('default', [], call).reason).toMatchObject(reason)
})
