import { expect, test } from 'vitest'
import { display } from '../../model/field.ts'
import { factsOf } from './testing/argv.ts'

const inner = (line: string): readonly string[] =>
  factsOf(line).inner.map((each) => (each.kind === 'argv' ? each.argv.map(display).join(' ') : each.kind))
const removed = (line: string): readonly string[] =>
  factsOf(line)
    .touches.filter(({ act, recursive }) => act === 'remove' && recursive)
    .map(({ path }) => display(path))

const READONLY = `
find
find .
find -L . -name x
find -H a b -type f
find . -name -delete
find . -name '*.ts' -not -path '*/node_modules/*'
find . ( -name a -o -name b ) -prune -o -type f -print
find . -type f -size +10k -mtime -7 -newermt 2024-01-01 -ls
find . -regextype posix-extended -iregex x -printf %p
find . -maxdepth 1 -empty -print0
find . -name *.ts
find . -name "$X"
find ./"$X" -type f
find . -newer "$X"
find . -exec grep -l x {} +
find . -execdir cat {} ;
find . -ok wc {} ;
find . -files0-from f
fd -e ts
fd -H -t f x src
fd --extension=ts --max-depth 2 x
`
const NOT_READONLY = `
find . -delete
find . -name x -delete
find -delete
find . -fprint x
find . -fprintf x %p
find . -fls x
find . -frobnicate
find . $X
find "$X"
find $X -name y
find . -name $X
find *
find . )
find . ( -name x
fd -x rm
fd -Hx rm
fd --exec rm
fd --exec=rm
fd -X rm
fd --exec-batch=rm
fd "$X"
fd --frobnicate
`

test.each(lines(READONLY))('read-only: %s', (line) => {
  expect(factsOf(line).notReadonly).toBeUndefined()
  expect(factsOf(line).hazards).toEqual([])
})

test.each(lines(NOT_READONLY))('not read-only: %s', (line) => {
  expect(factsOf(line).notReadonly).toBeDefined()
})

test.each([
  ['find . -exec grep x {} ;', ['grep x ./{}']],
  ['find . -exec grep x {} +', ['grep x ./{} ./{}']],
  ['find src lib -exec cat {} ;', ['cat src/{}', 'cat lib/{}']],
  ['find -exec cat {} ;', ['cat ./{}']],
  ['find / -execdir cat {} ;', ['cat ./{}']],
  ['find "$X" -exec cat {} ;', ['cat {}']],
  ['find . -exec cp {} {}.bak ;', ['cp ./{} ./{}.bak']],
  ['find . -exec echo a{}b ;', ['echo a./{}b']],
  ['find . -exec a ; -exec b {} + -ok c ;', ['a', 'b ./{} ./{}', 'c']],
  ['find . -exec sh -c x', ['sh -c x']],
  ['find . -name x -exec rm {} ;', ['rm ./{}/x']],
  ['find . -name x -o -name y -exec rm {} ;', ['rm ./{}/y']],
  ['find . ( -name x -o -name y ) -exec rm {} ;', ['rm ./{}/{}']],
  ['find . -path ./a -exec rm {} ;', ['rm ./a']],
  ["find . -path './a/*' -exec rm {} ;", ['rm ./a/{}']],
  ["find . -path '*/a/*' -name b -exec rm {} ;", ['rm ./{}/a{}/b']],
  ["find . -regex '.*/\\.a/.*' -exec rm {} ;", ['rm ./{}/.a/{}']],
  ['find . -ipath ./a -exec rm {} ;', ['rm ./{}/{}']],
  ['find . ! -path ./a -exec rm {} ;', ['rm ./{}']],
  ['find . ! -name x -exec rm {} ;', ['rm ./{}']],
  ['fd -x rm', ['rm {}']],
  ['fd -e ts -x mv {} {.}.bak ; a', ['mv {} {}.bak']],
  ['fd --exec=rm', ['rm {}']],
])('%s starts %j', (line, vectors) => {
  expect(inner(line)).toEqual(vectors)
})

test('only find is looked through for allow, with words that are all known', () => {
  expect(factsOf('find . -exec cat {} ;').transparent).toBe(true)
  expect(factsOf('find . $X -exec cat {} ;').transparent).toBe(false)
  expect(factsOf('fd -x cat').transparent).toBe(false)
})

test.each([
  ['find / -delete', ['/']],
  ['find -delete', ['.']],
  ['find ~ -type f -delete', ['~']],
  ['find . -mtime +3 -delete', ['.']],
  ['find / -exec rm -rf {} ;', ['/']],
  ['find / -name * -exec rm {} ;', ['/']],
  ["find / -name '*' -delete", ['/']],
  ["find / -path './*' -delete", ['/']],
  ["find / -exec sh -c 'rm -rf $1' _ {} ;", ['/']],
  ['find / -exec sudo rm {} ;', ['/']],
  ['find / ! -name x -delete', ['/']],
  ['find / -not ( -name x ) -delete', ['/']],
  ['find / -name x -o -delete', ['/']],
  ['find / -name x -prune -o -delete', ['/']],
  ['find / ( -name x -o -type f ) -delete', ['/']],
  ['find / -delete -name x', ['/']],
  ['find / -name x , -delete', ['/']],
  ['find a b -delete', ['a', 'b']],
  ['find / -name x -delete', []],
  ['find / ( -name x -o -name y ) -delete', []],
  ['find / -name x -type f -delete', []],
  ['find / -type d -a -iname x -exec rm -r {} +', []],
  ['find / -name x ( -type f -delete )', []],
  ['find / -name "$X" -delete', []],
  ['find / -exec cat {} ;', []],
])('%s removes all below %j', (line, places) => {
  expect(removed(line)).toEqual(places)
})

function lines(text: string): readonly string[] {
  return text.trim().split('\n')
}

test.each([
  ["fd -e ts -x sh -c 'echo {}; git push'", 'sh -c echo {}; git push'],
  ["fd -e ts -x sh -c 'echo {/} {//}'", 'sh -c echo {} {}'],
])('P7.5 %s: what is found stands for the braces, and the rest is there', (line, started) => {
  expect(inner(line)).toEqual([started])
})
