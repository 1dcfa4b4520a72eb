import { expect, test } from 'vitest'
import { decideText } from '../testing/decide-text.ts'

/** `count` of something, one behind the other. */
const times = (count: number, each: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => each(index)).join(between)

/** A text for each count, the most that is followed, and what is decided there. With one more it is for a person to say. */
type Row = readonly [what: string, text: (count: number) => string, most: number]

/** What only reads, in the mode that lets it. */
const READS: readonly Row[] = [
  ['characters', (count) => `echo ${'a'.repeat(count - 5)}`, 10_000],
  ['`$(`', (count) => `echo ${times(count, () => '$(true)')}`, 200],
  ['`<(`', (count) => `cat ${times(count, () => '<(true)')}`, 200],
  ['backticks', (count) => `echo '${'`'.repeat(count)}'`, 200],
  ['`${`', (count) => `echo ${times(count, () => '${x}')}`, 400],
  ['`<<`', (count) => times(count, () => 'cat <<< x', '; '), 100],
  ['`{`', (count) => `echo '${'{'.repeat(count)}'`, 1_000],
  ['`(`', (count) => `echo '${'('.repeat(count)}'`, 1_000],
  ['commands in commands', (count) => `${'command '.repeat(count)}ls`, 8],
  ['commands', (count) => times(count, () => 'true', ';'), 727],
  ['alternatives, doubled by each variable', (count) => `${branches(count)}; echo ${names(count)}`, 6],
  ['alternatives of a value', (count) => `${branches(count)}; y=${names(count)}`, 6],
  ['alternatives of a file that is read', (count) => `${branches(count)}; cat < ${names(count)}`, 6],
  ['words in braces in braces', (count) => `echo {a,{1..${count}}}`, 511],
  ['braces in braces', (count) => `echo ${'{'.repeat(count)}a,b${'}'.repeat(count)}`, 139],
  ['tests', (count) => `f() { ${times(14, () => '[[ a ]]', ';')}; }; ${times(count, () => 'f', ';')}`, 93],
  [
    'loops',
    (count) => `f() { ${times(5, () => 'for i in a; do :; done', ';')}; }; ${times(count, () => 'f', ';')}`,
    54,
  ],
  ['words of a loop', (count) => `for i in ${times(count, (index) => `w${index}`)}; do cat $i; done`, 64],
]

function branches(count: number): string {
  return times(count, (index) => `if test -f x; then v${index}=a; else v${index}=b; fi`, '; ')
}

function names(count: number): string {
  return times(count, (index) => `$v${index}`, '')
}

test.each(READS)(
  'P7.26 what only reads runs with as many %s as are followed, and asks with one more',
  (_what, text, most) => {
    expect(verdicts('default', [], text, most)).toEqual(['run', 'ask'])
  },
)

/** What a rule denies is found, in the mode that runs everything else. */
const DENIED: readonly (readonly [rule: string, ...Row])[] = [
  ['tool secret', 'positional parameters', (count) => `set -- secret ${words(count - 1)}; tool "$1"`, 256],
  ['tool secret', 'elements', (count) => `a=(secret ${words(count - 1)}); tool "\${a[0]}"`, 256],
  ['tool secret', 'lines that are read', (count) => `${lines(count)} | while read x; do tool $x; done`, 64],
  ['tool secret', 'lines that fill a mark', (count) => `${lines(count)} | xargs -I{} tool {}`, 64],
  [
    'tool secret',
    'defaults',
    (count) => `tool ${times(count - 1, (index) => `\${A${index}:-}`, '')}\${Z:-secret}`,
    3,
  ],
  ['tool', 'words that may be none', (count) => `${times(count, (index) => `$A${index}`)} tool`, 3],
  [
    'tool',
    'words that may be none in what is printed',
    (count) => `$(echo ${times(count, (index) => `$A${index}`)} tool)`,
    3,
  ],
  ['tool a*', 'characters of a value that is cut', (count) => `x=${'a'.repeat(count)}; tool \${x#b}`, 300],
  ['A0=1 tool', 'assignments in front', (count) => `${times(count, (index) => `A${index}=1`)} tool`, 8],
  ['git push *', 'settings of git in variables', (count) => `${settings(count)} git x origin`, 8],
  [
    'git push *',
    'texts for a shell',
    (count) => `foo ${times(count - 1, (index) => `'echo ${index}'`)} 'git push x' | bash`,
    65,
  ],
  [
    'tool',
    'texts in one file',
    (count) => `${times(count - 1, (index) => `echo w${index} > f`, '; ')}; echo tool > f; bash f`,
    16,
  ],
  [
    'git push *',
    'lines that are added to a script',
    (count) => `${appends(count, 'f', 'git push x')}; bash f`,
    3,
  ],
  [
    'git push *',
    'lines that are added to a program',
    (count) => `${appends(count, 'f.py', 'import os; os.system("git push x")')}; python3 f.py`,
    3,
  ],
  [
    'git push *',
    'copies of programs under one name',
    (count) => `${times(count - 1, (index) => `cp /bin/x${index} g`, '; ')}; cp /usr/bin/git g; ./g push x`,
    8,
  ],
  [
    'tool secret',
    'values of a variable',
    (count) =>
      `case $Q in ${times(count - 2, (index) => `${index}) x=v${index};;`)} z) x=secret;; esac; tool $x`,
    64,
  ],
  [
    'rm *',
    'words of a program that is not known',
    (count) => `newtool ${words(count - 2)} --exec 'rm x'`,
    200,
  ],
]

const words = (count: number): string => times(count, () => 'w')
const lines = (count: number): string =>
  `printf '${times(count - 1, (index) => `w${index}`, '\\n')}\\nsecret\\n'`

function settings(count: number): string {
  const harmless = times(count - 1, (index) => `GIT_CONFIG_KEY_${index}=a.b GIT_CONFIG_VALUE_${index}=1`)
  return `GIT_CONFIG_COUNT=${count} ${harmless} GIT_CONFIG_KEY_${count - 1}=alias.x GIT_CONFIG_VALUE_${count - 1}=push`
}

function appends(count: number, file: string, last: string): string {
  return `${times(count - 1, (index) => `echo ${index} >> ${file}`, '; ')}; echo '${last}' >> ${file}`
}

test.each(DENIED)(
  'P7.26 what `%s` denies is found among as many %s as are followed, and asks with one more',
  (rule, _what, text, most) => {
    expect(verdicts('auto', [`deny terminal.exec(${rule})`], text, most)).toEqual(['block', 'ask'])
  },
)

/** A destructive command asks, however long the text before it is. */
test.each([
  ['places that are listed', (count) => `rm -rf $(find ${times(count - 1, (index) => `d${index}`)} /)`],
  [
    'places elsewhere that are listed',
    (count) => `rm -rf $(find ${times(count - 1, (index) => `/srv/d${index}`)} /)`,
  ],
  [
    'texts in code',
    (count) =>
      `python3 -c 'import os; f=os.system; ${times(count, (index) => `f("echo ${index}")`, ';')}; f("rm -rf ~")'`,
  ],
  ['texts for a shell', (count) => `foo ${times(count, (index) => `'echo ${index}'`)} 'rm -rf ~' | bash`],
  ['words of a program that is not known', (count) => `newtool ${words(count)} --exec 'rm -rf ~'`],
  ['lines that are added to a script', (count) => `${appends(count, 'f', 'rm -rf ~')}; bash f`],
] satisfies readonly (readonly [string, (count: number) => string])[])(
  'P8.1 what destroys asks behind any number of %s',
  (_what, text) => {
    const asked = [1, 3, 4, 5, 8, 9, 16, 17, 24, 25, 31, 32, 33, 64, 65, 199, 200, 201, 300].filter(
      (count) => decideText('auto', [], `terminal.exec(${text(count)})`).verdict !== 'ask',
    )
    expect(asked).toEqual([])
  },
)

/** A file that a patch names is found anywhere in the patch. */
test.each([1, 64, 65, 500])('P16.1 a patch of %i files that touches a protected one asks', (count) => {
  const patch = times(count - 1, (index) => `+++ b/f${index}`, '\n')
  const text = `patch -p1 <<'E'\n${patch}\n+++ b/.git/hooks/pre-commit\nE`
  expect(decideText('auto', [], `terminal.exec(${text})`).verdict).toBe('ask')
})

function verdicts(mode: string, rules: readonly string[], text: Row[1], most: number): readonly string[] {
  return [most, most + 1].map((count) => decideText(mode, rules, `terminal.exec(${text(count)})`).verdict)
}
