import { expect, test } from 'vitest'
import { hiddenInArithmetic, QUOTES_IN_QUOTES } from './guard.ts'
import { readScript } from './reader.ts'

test.each([
  ['1 + x', undefined],
  ["x['a']", 'a quote in arithmetic'],
  ['x["a"]', 'a quote in arithmetic'],
  [String.raw`x[\a]`, 'a backslash in arithmetic'],
  ['x[`a`]', 'a backtick in arithmetic'],
  ['x[$(a)]', '`$(` in arithmetic'],
  ['x[${a}]', '`${` in arithmetic'],
  ['x[$[a]]', '`$[` in arithmetic'],
  ['x[<(a)]', '`<(` in arithmetic'],
  ['x[>(a)]', '`>(` in arithmetic'],
])('P4.2 arithmetic %j hides: %s', (gap, reason) => {
  expect(hiddenInArithmetic(gap)).toBe(reason)
})

test.each([
  'ls (',
  'ls ( touch x',
  'ls \\\n(',
  '! && ls',
  'time | ls',
  '(!)',
  'ls > 2>&1',
  'cat < 0<x',
  'echo $[ 1',
  'echo "$[ 1"',
  'cat <<E"\nx\nE',
  'cat <<E`\nx\nE`',
  'ls && \\',
])('P4.2 bash refuses %j, and so does the reader', (text) => {
  expect(readScript(text).problem).toBeDefined()
})

test.each([
  'ls 2>&1',
  '! ls',
  'time ls',
  '!; ls',
  "grep '$[' x",
  String.raw`echo \$[1]`,
  "cat <<'E F'\nx\nE F",
  'cat <<"E"\nx\nE',
  'cat <<\\E\nx\nE',
  'f() { ls; }',
  'ls >2 2>&1',
])('bash takes %j, and so does the reader', (text) => {
  expect(readScript(text).problem).toBeUndefined()
})

const IN_TEXT = 'a parenthesis or an expansion in a text'
const IN_EXPANSION = 'a line break in an expansion'
const TORN = 'a line break before a redirect'
const IN_OPERATOR = 'a line break in an operator'

test.each([
  ['a=(x $(hidden))y', IN_TEXT],
  ['a=(x `hidden`)*', IN_TEXT],
  ['a+=(x <(hidden))""y', IN_TEXT],
  ['declare a=(x $(hidden))y', IN_TEXT],
  ['a[0]=(x $(hidden))y', IN_TEXT],
  ['x=1 a=($(hidden))y ls', IN_TEXT],
  ['a=(x $(hidden))\\\n', IN_TEXT],
  ['$\\\n{x:-hidden}', IN_TEXT],
  ["$\\\n'hidden'", IN_EXPANSION],
  ['echo "$\\\n{x:-$(hidden)}"', IN_EXPANSION],
  ['cat <<E\n$\\\n{x:-$(hidden)}\nE', IN_EXPANSION],
  ['2\\\n>&1 hidden', TORN],
  ['{fd}\\\n>&1 hidden', TORN],
  ['a {f\\\nd}\\\n>x', TORN],
  [': $(\\\n(1/0)); x=1', IN_OPERATOR],
  ['(\\\n(x=5)); $x', IN_OPERATOR],
  ['echo $((1+2)\\\n)', IN_OPERATOR],
  ['a ${x%\\\n\\\n%cc}', IN_EXPANSION],
  ['a ${x:\\\n-hidden}', IN_EXPANSION],
  ['a ${x#$\\\n{!y}}', IN_EXPANSION],
])('P4.2 bash finds a command in %j, and the reader does not take it as text', (text, reason) => {
  expect(readScript(text).problem).toMatchObject({ reason })
})

test.each([
  'echo \\(a\\)',
  `echo '(a)' "(a)" a'(b)' $'(c)'`,
  'echo "\\$\\\n(a)"',
  'echo "$$\\\n(a)"',
  "echo '$\\\n(a)'",
  'find . \\( -name a -o -name b \\)',
  'ls 2>&1 \\\n | cat',
  'find . \\( -name a \\\n \\( -name b \\) \\\n \\)',
  '(cd a && \\\n (ls) \\\n )',
  'echo ${x%/} \\\n ${y:-z} \\\n',
  '[[ $x =~ ^(a|b)$ ]]',
  'case x in (a|b) ls;; esac',
  'a=(x $(ls))',
  'a=(x $(ls)) ls',
])('%j is read', (text) => {
  expect(readScript(text).problem).toBeUndefined()
})

test.each([
  'm["a"]=1',
  "m['a b']=1",
  'm["$k"]=1',
  'm["${k}:x"]=1',
  'declare -A m=(["a"]=b [c]=d)',
  'echo "${m["a"]}"',
])('P4.2 a key in quotes that is no more than its text is read: %s', (text) => {
  expect(readScript(text).problem).toBeUndefined()
})

test.each([
  'm["$(x)"]=1',
  "m['$(x)']=1",
  'm["`x`"]=1',
  String.raw`m["\$(x)"]=1`,
  'm["${k:-$(x)}"]=1',
  'm["a"\'$(x)\']=1',
  'm=(["$(x)"]=1)',
  '((m["a"]++))',
])('P4.2 a key in quotes that may be more is not: %j', (text) => {
  expect(readScript(text).problem).toBeDefined()
})

test.each([
  ['echo "${PATH//:/$\'\\n\'}"', undefined],
  ['echo "${x:-$\'a b\'}"', undefined],
  ['echo "${x:-$\'}\'}"', QUOTES_IN_QUOTES],
  ['echo "${x:-$\'$(a)\'}"', QUOTES_IN_QUOTES],
  ['echo "${x:-$\'\\x7d\'}"', QUOTES_IN_QUOTES],
])('P4.2 a quote in an expansion in quotes counts where it could end something: %s', (text, reason) => {
  expect(readScript(text).problem?.reason).toBe(reason)
})
