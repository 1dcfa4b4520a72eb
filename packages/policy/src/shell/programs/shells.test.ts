import { describe, expect, test } from 'vitest'
import { display } from '../../model/field.ts'
import type { Inner } from '../../model/part.ts'
import { factsOf } from './testing/argv.ts'

const show = (inner: Inner): string => {
  if (inner.kind === 'argv') return inner.argv.map(display).join(' ') + (inner.more === true ? ' …' : '')
  return inner.kind === 'script' ? `text ${display(inner.text)}` : 'input'
}
const started = (line: string): readonly string[] => factsOf(line).inner.map(show)

describe('shells', () => {
  test.each([
    ["bash -c 'cmd a'", ['text cmd a']],
    ["/bin/bash -c 'cmd a'", ['text cmd a']],
    ["sh -c 'cmd a' _ x", ['text cmd a']],
    ["bash -lc 'cmd a'", ['text cmd a']],
    ["bash -ec 'cmd a'", ['text cmd a']],
    ["zsh -ic 'cmd a'", ['text cmd a']],
    ["bash -c -e 'cmd a'", ['text cmd a']],
    ["bash -e -c 'cmd a'", ['text cmd a']],
    ["bash +x -c 'cmd a'", ['text cmd a']],
    ["bash -o pipefail -c 'cmd a'", ['text cmd a']],
    ["bash -euo pipefail -c 'cmd a'", ['text cmd a']],
    ["bash +o posix -c 'cmd a'", ['text cmd a']],
    ["bash -O extglob -c 'cmd a'", ['text cmd a']],
    ["bash --norc --noprofile --login -c 'cmd a'", ['text cmd a']],
    ["bash --rcfile x -c 'cmd a'", ['text cmd a']],
    ["bash -c -- 'cmd a'", ['text cmd a']],
    ["dash -ce 'cmd a'", ['text cmd a']],
    ["ksh -xc 'cmd a'", ['text cmd a']],
    ["fish -c 'cmd a'", ['text cmd a']],
    ["fish --command='cmd a'", ['text cmd a']],
    ["fish -C 'cmd a' x", ['text cmd a']],
    ['bash', ['input']],
    ['bash -s x', ['input']],
    ['bash -es', ['input']],
    ['bash -', ['input']],
    ['bash -i', ['input']],
    ['sh /dev/stdin', ['input']],
    ['bash x.sh a', []],
    ['bash -x x.sh', []],
    ['bash -n', ['input']],
    ['bash -n x.sh y', []],
    ['bash -n -x x.sh', []],
    ["bash -nc 'cmd a'", ['text cmd a']],
    ['zsh -n x.sh', []],
    ['bash -- x.sh', []],
    ['bash -o errexit x.sh', []],
    ['eval cmd a', ['text cmd a']],
    ["eval 'cmd' a", ['text cmd a']],
    ['eval -- cmd a', ['text cmd a']],
    ["trap 'cmd a' EXIT", ['text cmd a']],
    ["trap -- 'cmd a' EXIT", ['text cmd a']],
    ['source /dev/stdin', ['input']],
    ['. x.sh', []],
    ['at now', ['input']],
    ['batch', ['input']],
    ['at -l', []],
    ["tmux new -d 'cmd a'", ['text cmd a', 'text -d cmd a']],
    ["tmux new-session -d -s x 'cmd a'", ['text cmd a', 'text x cmd a']],
    ['screen -dm cmd a', ['cmd a']],
    ['screen -S x -d -m cmd a', ['cmd a']],
  ])('%s starts %j', (line, inner) => {
    expect(started(line)).toEqual(inner)
    const facts = factsOf(line)
    expect(facts).toMatchObject({ transparent: false, arity: -1 })
    expect(facts.notReadonly).toBeDefined()
  })

  test.each([
    ['bash -c "$X"', true],
    ["bash -c 'cmd '$X", true],
    ['bash $X', true],
    ['bash "$X" cmd', true],
    ['bash -c', true],
    ['eval "$X"', true],
    ['eval cmd $X', true],
    ['trap "$X" EXIT', true],
    ["bash -c 'cmd'", false],
    ['bash x.sh', false],
    ['eval cmd', false],
    ['. x.sh', false],
  ])('%s is opaque: %s', (line, opaque) => {
    expect(factsOf(line).opaque).toBe(opaque)
  })

  test('an option that may be there is tried', () => {
    expect(started("bash $X 'cmd a'")).toEqual(expect.arrayContaining(['text cmd a']))
  })

  test('files that are run are read', () => {
    expect(factsOf('bash x.sh').touches).toMatchObject([
      { act: 'read', path: { pieces: [{ text: 'x.sh' }] } },
    ])
    expect(factsOf('source x.sh').touches).toMatchObject([{ act: 'read' }])
    expect(factsOf('bash --rcfile x -i').hazards).toMatchObject([{ kind: 'loads', spellings: ['--rcfile'] }])
    expect(factsOf('bash --init-file x -i').hazards).toMatchObject([{ kind: 'loads' }])
  })

  test.each([
    ['trap'],
    ['trap -p'],
    ['trap -l'],
    ['trap - EXIT'],
    ["trap '' INT"],
    ['trap INT'],
    ['eval'],
    ['bash --version'],
    ['bash -n x.sh'],
  ])('%s only tells or forgets', (line) => expect(factsOf(line).notReadonly).toBeUndefined())
})

describe('Windows', () => {
  test.each([
    ["pwsh -c 'Remove-Item -Recurse -Force /'", '/', true],
    ["pwsh -NoProfile -Command 'Remove-Item / -Recurse'", '/', true],
    ["powershell 'rm -r C:\\'", '/', true],
    ["pwsh -ep bypass -co 'ls; ri -rec $HOME'", '~', true],
    ['pwsh -c \'gci | % { del -Recurse "a b" }\'', 'a b', true],
    ["pwsh -c 'Remove-Item a.txt'", 'a.txt', false],
    ["cmd /c 'rd /s /q C:\\Users'", '/Users', true],
  ])('%s removes %s', (line, path, recursive) => {
    const removed = factsOf(line).touches.filter(({ act }) => act === 'remove')
    expect(removed.map((touch) => [display(touch.path), touch.recursive])).toContainEqual([path, recursive])
  })
  test.each([
    ["pwsh -c 'Stop-Computer -Force'", 'power'],
    ["pwsh -c 'Clear-Disk 0'", 'disk'],
    ["cmd /c 'format c:'", 'disk'],
  ])('%s breaks', (line, kind) => {
    expect(factsOf(line).breaker).toMatchObject({ kind })
  })
  test('code that is not shown', () => {
    expect(factsOf('pwsh -EncodedCommand abc').opaque).toBe(true)
    expect(factsOf('powershell -enc abc').opaque).toBe(true)
    expect(factsOf('pwsh "$X"').opaque).toBe(true)
    expect(factsOf('pwsh -File x.ps1')).toMatchObject({ opaque: false, touches: [{ act: 'read' }] })
  })
})

describe('parallel', () => {
  test.each([
    ['parallel cmd ::: a b', ['text cmd a', 'text cmd b']],
    ['parallel -j4 cmd {} x ::: a', ['text cmd a x']],
    ["parallel 'cmd {} | x' ::: a", ['text cmd a | x']],
    ["parallel ::: 'cmd a' 'cmd b'", ['text cmd a', 'text cmd b']],
    ['parallel -a f cmd -x', ['cmd -x …']],
    ['parallel', ['input']],
  ])('%s starts %j', (line, inner) => {
    expect(started(line)).toEqual(inner)
    expect(factsOf(line).transparent).toBe(false)
  })
})

describe('interpreters', () => {
  test.each([
    [`python3 -c 'import os; os.system("cmd a")'`, ['text cmd a']],
    [`python3 -c 'import subprocess; subprocess.run(["cmd", "a"])'`, ['cmd a']],
    [`python3 -c 'subprocess.check_output("cmd a", shell=True)'`, ['text cmd a']],
    [`node -e 'require("child_process").execSync("cmd a")'`, ['text cmd a']],
    [`node -e 'require("child_process").spawn("cmd", ["a"])'`, ['cmd a']],
    [`perl -e 'system("cmd a")'`, ['text cmd a']],
    [`perl -e 'exec "cmd", "a"'`, ['cmd a']],
    [`ruby -e 'system("cmd a")'`, ['text cmd a']],
    [`php -r 'shell_exec("cmd a");'`, ['text cmd a']],
    [`lua -e 'os.execute("cmd a")'`, ['text cmd a']],
    [`osascript -e 'do shell script "cmd a"'`, ['text cmd a']],
    [`gdb -ex '!cmd a'`, ['text cmd a']],
    [`gdb -ex 'shell cmd a'`, ['text cmd a']],
    [`expect -c 'spawn cmd a; interact'`, ['text cmd a']],
    [`python3 -c 'exec("x = (1")'`, []],
    [`node -e 'console.log(/a/.exec("b (c"))'`, []],
    ['python3 -m pytest -q tests', ['pytest -q tests']],
    ['python3 -u -m pip install x', ['pip install x']],
    ['python3 -mpytest -q', ['pytest -q']],
    ['python3 x.py -m pytest', []],
  ])('%s starts %j', (line, inner) => {
    expect(started(line)).toEqual(inner)
    expect(factsOf(line).notReadonly).toBeDefined()
    expect(factsOf(line).hazards).toEqual([])
  })
  test('an editor is none, though it runs commands', () => {
    const facts = factsOf(`vim -c ':!cmd a' +'!cmd b' x`)
    expect(facts.inner).toMatchObject([
      { text: { pieces: [{ text: 'cmd a' }] } },
      { text: { pieces: [{ text: 'cmd b' }] } },
    ])
    expect(facts.hazards).toMatchObject([
      { kind: 'starts', option: '-c' },
      { kind: 'starts', option: '+!cmd b' },
    ])
    expect(factsOf('vim +12 +/word x').hazards).toEqual([])
  })
  test('a rule on the interpreter covers what its code starts', () => {
    for (const inner of factsOf(`python3 -c 'import os; os.system("cmd a")'`).inner)
      expect(inner).toMatchObject({ remote: true })
    expect(factsOf('python3 -m pytest').inner).toMatchObject([{ remote: true, from: 2 }])
  })
  test.each([
    ['python3 -c "$X"', true],
    ["python3 -c 'print('$X')'", false],
    ['node -e "$X"', true],
    ['node x.js', false],
  ])('%s is opaque: %s', (line, opaque) => expect(factsOf(line).opaque).toBe(opaque))
  test.each([
    ['python3 -c x', -1],
    ['python3', -1],
    ['python3 x.py', 2],
    ['python3 manage.py migrate', 3],
    ['php artisan migrate', 3],
    ['python3 /tmp/x.py', 0],
    ['python3 ../x.py', 0],
    ['python3 -u x.py', 0],
    ['node x', 0],
    ['python3 -m pytest', 3],
    ['node x.js', 2],
    ['node -e 1', -1],
  ])('%s: arity %i', (line, arity) => expect(factsOf(line).arity).toBe(arity))
  test.each([
    ['python3 -V'],
    ['python3 --version'],
    ['node -v'],
    ['ruby --version'],
    ['php -v'],
    ['lua -v'],
    ['perl -v'],
    ['npm -v'],
    ['go version'],
    ['cargo --version'],
    ['java -version'],
    ['rustc -V'],
    ['docker --version'],
    ['make --version'],
  ])('%s only tells', (line) => expect(factsOf(line).notReadonly).toBeUndefined())
  test.each([
    ['tclsh -v'],
    ['tclsh --version'],
    ['ed -v'],
    ['erl --version'],
    ['clojure --version'],
    ['rake -T'],
    ['python3 -V -c x'],
    ['node -v x.js'],
    ['npm -v x'],
    ['go version -frobnicate'],
    ['cargo --version x'],
  ])('%s does more', (line) => expect(factsOf(line).notReadonly).toBeDefined())
})
