/** @module-tag slow */
import { describe, expect, test } from 'vitest'
import { decideText } from '../testing/decide-text.ts'
import { PLACE } from '../testing/atoms.ts'
import { readShell } from './read-shell.ts'

/** `count` of something with one thing among them. */
type Among = (count: number, at: number) => string

const among =
  (harmless: (index: number) => string, grim: string, between = ' ') =>
  (count: number, at: number): string =>
    Array.from({ length: count }, (_, index) => (index === at ? grim : harmless(index))).join(between)

const names = (grim: string): Among => among((index) => `d${index}`, grim)
const repeated = (count: number, each: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => each(index)).join(between)

const values: Among = (count, at) =>
  `case $Q in ${among((index) => `${index}) x=d${index};;`, 'z) x=/;;')(count, at)} esac`
const folders: Among = (count, at) =>
  `case $Q in ${among((index) => `${index}) cd d${index};;`, 'z) cd .git/hooks;;')(count, at)} esac`
const lines = (grim: string): Among => among((index) => `d${index}`, grim, '\n')
const commands = (grim: string): Among => among((index) => `'echo ${index}'`, `'${grim}'`)

/** What there may be much of, the most of it that is followed, and a text that destroys by one among them. */
const ROWS: readonly (readonly [what: string, most: number, text: Among])[] = [
  ['values of a variable', 64, (count, at) => `${values(count, at)}; rm -rf $x`],
  ['values that get more', 64, (count, at) => `${values(count, at)}; x+=.; rm -rf $x`],
  ['values of a program', 64, (count, at) => `${values(count, at).replace('x=/;', "x='rm -rf /';")}; $x`],
  ['working directories', 32, (count, at) => `${folders(count, at)}; echo x > pre-commit`],
  [
    'words in braces',
    1_024,
    (count, at) => `rm -rf {q,${among((index) => `d${index}`, '/', ',')(count, at)}}`,
  ],
  [
    'words in braces of a loop',
    64,
    (count, at) => `for x in {q,${names('/')(count, at).replaceAll(' ', ',')}}; do rm -rf $x; done`,
  ],
  ['ways through braces', 10, (count) => `rm -rf ${'{,a}'.repeat(count)}/`],
  ['numbers in braces', 1_024, (count) => `rm -rf {1..${count}} /`],
  ['arguments', 256, (count, at) => `set -- ${names('/')(count, at)}; rm -rf "$@"`],
  ['arguments of a loop', 64, (count, at) => `set -- ${names('/')(count, at)}; for x; do rm -rf $x; done`],
  ['arguments that move up', 256, (count, at) => `set -- ${names('/')(count, at)} *; rm -rf "$@"`],
  ['elements', 256, (count, at) => `a=(${names('/')(count, at)}); rm -rf "\${a[@]}"`],
  [
    'elements that may be meant',
    16,
    (count, at) => `a=(${among((index) => `./d${index}`, '/')(count, at)}); rm -rf "\${a[$Q]}"`,
  ],
  [
    'elements with names',
    256,
    (count, at) =>
      `declare -A a; ${among((index) => `a[k${index}]=d${index}`, 'a[z]=/', ';')(count, at)}; rm -rf "\${a[z]}"`,
  ],
  ['elements with numbers', 32, (count, at) => `a=({1..${count}}); a[$Q]=/usr; rm -rf "\${a[${at}]}"`],
  [
    'characters of a value',
    20_000,
    (count) => `x=${'a'.repeat(count / 8)}; y="/ $x$x$x$x$x$x$x$x"; rm -rf $y`,
  ],
  ['pieces of a value', 40, (count) => `x="/ ${repeated(count / 2, (index) => `$V${index}`)}"; rm -rf $x`],
  ['characters of a value that is cut', 300, (count) => `x=/${'a'.repeat(count)}; rm -rf "\${x%%a*}"`],
  ['characters before what is cut', 300, (count) => `x='${'a'.repeat(count)}rm -rf /'; \${x:${count}}`],
  ['defaults', 5, (count) => `rm -rf ${repeated(count, (index) => `\${A${index}:-}`, '')}\${Z:-/}`],
  ['defaults in words', 5, (count) => `rm -rf ${repeated(count, (index) => `\${A${index}:-./x}`)} \${Z:-/}`],
  ['words that may be none', 3, (count) => `$(echo ${repeated(count, (index) => `$A${index}`)} rm -rf /)`],
  [
    'lines that are read',
    64,
    (count, at) => `while read x; do rm -rf $x; done <<E\n${lines('/')(count, at)}\nE`,
  ],
  [
    'lines that are commands',
    64,
    (count, at) => `while read x; do $x; done <<E\n${lines('rm -rf /')(count, at)}\nE`,
  ],
  [
    'lines that fill a mark',
    64,
    (count, at) => `printf '%s\\n' ${names('/')(count, at)} | xargs -I{} sh -c 'rm -rf {}'`,
  ],
  [
    'lines that are scripts',
    64,
    (count, at) => `printf '%s\\n' ${commands('rm -rf /')(count, at)} | parallel bash -c`,
  ],
  [
    'lines in a file',
    64,
    (count, at) => `printf '%s\\n' ${names('/')(count, at)} > f; xargs -a f -I{} rm -rf {}`,
  ],
  ['places that are listed', 16, (count, at) => `rm -rf $(find ${names('.')(count, at)})`],
  [
    'guarded places that are listed',
    16,
    (count, at) => `rm -rf $(find ${names('.git')(count, at)} -maxdepth 0)`,
  ],
  [
    'rounds that make a command',
    8,
    (count) => `for i in rm -rf ${repeated(count, (index) => `d${index}`)} /; do x="$x $i"; done; $x`,
  ],
  [
    'rounds in rounds',
    8,
    (count) =>
      `for i in rm -rf ${repeated(count, (index) => `d${index}`)} /; do for j in 1; do x="$x $i"; done; done; $x`,
  ],
  [
    'commands in a round',
    200,
    (count) => `for i in rm -rf /; do x="$x $i"; ${repeated(count / 3, () => 'true', ';')}; done; $x`,
  ],
  [
    'places behind a link',
    8,
    (count, at) => `${among((index) => `ln -sfn d${index} l`, 'ln -sfn / l', ';')(count, at)}; rm -rf l/`,
  ],
  [
    'links to links',
    8,
    (count) =>
      `ln -s / l0; ${repeated(count, (index) => `ln -s l${index} l${index + 1}`, ';')}; rm -rf l${count}/*`,
  ],
  [
    'mounted places',
    8,
    (count, at) =>
      `${among((index) => `mount --bind d${index} l`, 'mount --bind / l', ';')(count, at)}; rm -rf l/*`,
  ],
  ['values of `parallel`', 8, (count, at) => `parallel rm -rf ::: ${names('/')(count, at)}`],
  ['words that may be options of a shell', 3, (count, at) => `bash $F ${commands('rm -rf /')(count, at)}`],
  [
    'characters of a path in code',
    200,
    (count) => `python3 -c 'import shutil; shutil.rmtree("${'/'.repeat(count)}")'`,
  ],
  [
    'characters before a path in code',
    160,
    (count) => `node -e 'fs.rmSync(${'('.repeat(count)}"/"${')'.repeat(count)})'`,
  ],
  [
    'paths in a list in code',
    8,
    (count, at) => `ruby -e 'FileUtils.rm_rf([${among((index) => `"d${index}"`, '"/"', ',')(count, at)}])'`,
  ],
  [
    'calls in one statement of code',
    8,
    (count, at) =>
      `python3 -c 'from shutil import *; ${among((index) => `rmtree("d${index}")`, 'rmtree("/")', ',')(count, at)}'`,
  ],
  [
    'commands in code',
    8,
    (count, at) =>
      `python3 -c 'import os; ${among((index) => `os.system("echo ${index}")`, 'os.system("rm -rf /")', ';')(count, at)}'`,
  ],
  [
    'texts that code joins',
    8,
    (count) => `python3 -c 'import os; os.system("rm -rf "+${repeated(count, () => '""', '+')}+"/")'`,
  ],
  [
    'names in code',
    16,
    (count) =>
      `python3 -c 'import os; ${repeated(count, (index) => `b${index}="x"`, ';')}; z="rm -rf /"; os.system(z)'`,
  ],
  [
    'steps in code',
    8,
    (count) =>
      `python3 -c 'import os; a0="rm -rf /"; ${repeated(count, (index) => `a${index + 1} = a${index} + ""`, ';')}; os.system(a${count})'`,
  ],
  [
    'characters of code',
    4_000,
    (count) => `python3 -c 'import os; #${'a'.repeat(count)}\nos.system("rm -"+"rf /")'`,
  ],
  [
    'characters that code puts in',
    8_000,
    (count) =>
      `python3 -c 'import os; b="${'x'.repeat(count / 80)}"; z=${repeated(80, () => 'b', '+')}; os.system("rm -r"+"f /")'`,
  ],
  [
    'functions in functions',
    8,
    (count) =>
      `${repeated(count, (index) => `f${index}() { f${index + 1}; }`, ';')}; f${count}() { rm -rf /; }; f0`,
  ],
  [
    'texts in a pipe with a name',
    16,
    (count, at) =>
      `mkfifo p; bash < p & ${among((index) => `echo ${index} > p`, "echo 'rm -rf /' > p", ';')(count, at)}`,
  ],
  [
    'names of texts in code',
    64,
    (count) =>
      `python3 -c 'import os; ${repeated(count, (index) => `b${index}="x"`, ';')}; a="rm -r"; os.system(a+"f /")'`,
  ],
  [
    'names of texts in code that are put together in turn',
    8,
    (count) =>
      `python3 -c 'import os; a0="rm -r"; ${repeated(count, (index) => `a${index + 1}=a${index}+""`, ';')}; os.system(a${count}+"f /")'`,
  ],
  [
    'characters beside a text in code',
    4_000,
    (count) => `python3 -c 'import os; a="rm -r"; os.system(a+"f /") #${'a'.repeat(count)}'`,
  ],
  [
    'characters that code puts in before',
    200,
    (count) =>
      `python3 -c 'import os; b="${'x'.repeat(100)}"; z=${repeated(count, () => 'b', '+')}; a="rm -r"; os.system(a+"f /")'`,
  ],
  [
    'steps of a removal in code',
    8,
    (count) =>
      `python3 -c 'import shutil; a0="/"; ${repeated(count, (index) => `a${index + 1}=a${index}+""`, ';')}; shutil.rmtree(a${count}+"")'`,
  ],
  [
    'steps in code of awk',
    8,
    (count) =>
      `awk 'BEGIN{a0="rm -r"; ${repeated(count, (index) => `a${index + 1}=a${index} ""`, ';')}; system(a${count} "f /")}'`,
  ],
  [
    'paths that code of Tcl removes',
    8,
    (count, at) => `tclsh <<< 'file delete -force ${names('/')(count, at)}'`,
  ],
]

/** Texts longer than this are refused unread. */
const LONGEST = 10_000

const around = (most: number): readonly number[] => [1, 2, most - 1, most, most + 1, 2 * most, 4 * most]
const placesIn = (count: number): readonly number[] => [...new Set([0, Math.floor(count / 2), count - 1])]

describe('P8.1 P7.26 what destroys asks, however many there are and wherever it stands', () => {
  test.each(ROWS)('%s', (_what, most, text) => {
    const texts = around(most).flatMap((count) => placesIn(count).map((at) => text(count, at)))
    const run = [...new Set(texts)].filter(
      (each) => decideText('auto', [], `terminal.exec(${each})`).verdict !== 'ask',
    )
    expect(run.map((each) => each.slice(0, 200))).toEqual([])
  })

  test.each(ROWS)('%s come to a reading that grows with the text and no faster', (_what, most, text) => {
    const many = [1, 2, 4, 8, 16, 32, 64, 128].map((times) => text(times * most, 0))
    const wide = many
      .filter((each) => each.length <= LONGEST)
      .filter((each) => readShell(each, PLACE).parts.length > 150 + each.length / 4)
    expect(wide.map((each) => each.slice(0, 200))).toEqual([])
  })

  test.each([
    [
      'working directories',
      32,
      (count, at) => `${folders(count, at).replace('.git/hooks', 'secret')}; touch x`,
    ],
    [
      'words in braces',
      1_024,
      (count, at) => `touch {q,${among((index) => `d${index}`, 'secret/x', ',')(count, at)}}`,
    ],
    [
      'places behind a link',
      8,
      (count, at) =>
        `${among((index) => `ln -sfn d${index} l`, 'ln -sfn secret l', ';')(count, at)}; touch l/x`,
    ],
    [
      'lines that fill a mark',
      64,
      (count, at) => `printf '%s\\n' ${names('secret/x')(count, at)} | xargs -I{} touch {}`,
    ],
    ['values of `parallel`', 8, (count, at) => `parallel touch ::: ${names('secret/x')(count, at)}`],
    [
      'characters of a path in code',
      200,
      (count) => `node -e 'fs.writeFileSync("${'./'.repeat(count / 2)}secret/x","")'`,
    ],
    [
      'characters of a path for a program that is not known',
      300,
      (count) => `newtool ${'./'.repeat(count / 2)}secret/x`,
    ],
  ] satisfies typeof ROWS)('%s: what is denied does not run', (_what, most, text) => {
    const texts = around(most).flatMap((count) => placesIn(count).map((at) => text(count, at)))
    const run = [...new Set(texts)].filter(
      (each) => decideText('auto', ['deny files.*(secret/**)'], `terminal.exec(${each})`).verdict === 'run',
    )
    expect(run.map((each) => each.slice(0, 200))).toEqual([])
  })
})
