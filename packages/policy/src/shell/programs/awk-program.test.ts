import { expect, test } from 'vitest'
import { readAwk } from './awk-program.ts'

const NOTHING = { writes: [], reads: [], starts: [] }

test.each([
  ['{print $1}'],
  ['$1 > 5'],
  ['NR>1 && $3 > 100 {print $1, $3}'],
  ['length($0) > 120 { print FILENAME":"FNR }'],
  ['{print ($1 > $2)}'],
  ['{print($1 > $2 ? "a" : "b")}'],
  ['{print a[$1 > 2]}'],
  ['{if ($1 > 2) print; else if ($2 > 3) n++}'],
  ['{for (i = NF; i > 0; i--) printf "%s ", $i; print ""}'],
  ['/a\\/b|c/ {print "x > y"}'],
  ['{gsub(/\\//, "-"); print $1/2/3}'],
  ['{print 4 / 2, a[1] / 2, (1) / 2, x++ / 2, length / 2}'],
  ['/"/ {print "/"}'],
  ['BEGIN {while ((getline line < "f.txt") > 0) n++}'],
  ['{print "a" > "/dev/stderr"}'],
  ['{print "a" > "/dev/null"; next}'],
  ['{print "a" > "/dev/stdout"}'],
  ['{print "\\x1b[31m" $1 "\\033[0m\\r"}'],
  ['function f(a) { return a > 1 }\n{print f($1)}'],
  ['{x = $1 > 3; y = x || 0}'],
  ['# print > "x"\n{print}'],
  ['{print \\\n$1}'],
  ['{print 1\nx = 2 > 1}'],
  ['{print; y = 2 > 1}'],
  ['{ if (1) /x/; print }'],
  ['/[[:alpha:]]/ && /[^"]/'],
])('only prints: %j', (program) => {
  const { reads: _reads, ...effects } = readAwk(program)
  expect(effects).toEqual({ writes: [], starts: [] })
})

test.each([
  ['{print > "x"}', ['x']],
  ['{print $1 > "x"}', ['x']],
  ['{print $1 >> "x"}', ['x']],
  ['{print($1) > "x"}', ['x']],
  ['{print $1,\n$2 > "x"}', ['x']],
  ['{print $1, # c\n$2 > "x"}', ['x']],
  ['{print a ? b :\nc > "x"}', ['x']],
  ['{printf "%s\\n", $1 > "x"}', ['x']],
  ['{printf("a") > "x"}', ['x']],
  ['{if (1) print > "x"; else print}', ['x']],
  ['{print > $1}', ['']],
  ['{print > "a" $1}', ['']],
  ['{print > "/dev/stdo\\x75t"}', ['']],
  ['{print > ("a")}', ['']],
  ['{print > "/dev/stdout" ".x"}', ['']],
  ['{ if (1) /"/; print > "x" ; y = "/" }', ['x']],
  ['{print a[1 > 2] > "x"}', ['x']],
])('writes: %j', (program, writes) => {
  expect(readAwk(program)).toEqual({ ...NOTHING, writes })
})

test.each([
  ['{system("id")}', ['id']],
  ['{system ($0)}', ['']],
  ['{system("a" $1)}', ['']],
  ['{system("git\\x20push")}', ['']],
  ['{print | "sort -n"}', ['sort -n']],
  ['{print | $1}', ['']],
  ['{print |& "id"}', ['id']],
  ['BEGIN{"date" | getline d}', ['date']],
  ['BEGIN{while (("id" | getline l) > 0);}', ['id']],
  ['BEGIN{x = "a" "b" | getline}', ['']],
  ['BEGIN{cmd | getline}', ['']],
  ['awk::system("id")', ['id']],
])('starts: %j', (program, starts) => {
  expect(readAwk(program)).toEqual({ ...NOTHING, starts })
})

test('reads files', () => {
  expect(readAwk('BEGIN{while ((getline l < "a.txt") > 0) print l}').reads).toEqual(['a.txt'])
  expect(readAwk('BEGIN{getline a[1] < "b.txt"; getline < "c.txt"}').reads).toEqual(['b.txt', 'c.txt'])
})

test.each([
  ['@load "x"'],
  ['@include "x"'],
  ['BEGIN{f = "system"; @f("id")}'],
  ['{print "a'],
  ['{print "a\nb"}'],
  ['/a'],
  ['/[/]/'],
  ['/[[:alpha:]/]/'],
  ['{print (1}'],
  ['{getline / 1; x / 2}'],
  ['{$/a/}'],
  ['BEGIN{getline x < f}'],
  ['BEGIN{getline x < "/in" "et/tcp"}'],
  ['BEGIN{getline x < "/inet/tcp/0/h/1"}'],
  ['BEGIN{ARGV[1] = "x"}'],
  ['BEGIN{getline x < "\\x2finet/tcp/0/h/1"}'],
  ['{print `id`}'],
])('is not understood: %j', (program) => {
  expect(readAwk(program).unreadable).toBeDefined()
})
