import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CommandPart, ShellPart } from '../model/part.ts'
import { readShell } from './read-shell.ts'
import { outline, PLACE } from './testing/reading.ts'

interface Row {
  readonly group: string
  readonly text: string
  readonly lines: readonly string[]
}

/**
 * `testing/readings.txt`: a text in a line (`⏎` is a line break) and below it, indented, what is read: commands, `<` and
 * `>` files, variables, opaque code, breakers. `‹…›` is what the text does not settle, `«…»` a pattern for file names,
 * `…` after a word says that it may be none or several, `_` is a blank in a word.
 */
function rows(): readonly Row[] {
  const result: { group: string; text: string; lines: string[] }[] = []
  let group = ''
  for (const line of readFileSync(join(import.meta.dirname, 'testing/readings.txt'), 'utf8').split('\n')) {
    if (line.startsWith('# ')) group = line.slice(2)
    else if (line.startsWith('    ')) result.at(-1)?.lines.push(line.slice(4))
    else if (line !== '') result.push({ group, text: line.replaceAll('⏎', '\n'), lines: [] })
  }
  return result
}

test.each(rows())('$group: $text', ({ text, lines }) => {
  expect(outline(readShell(text, PLACE)).map((line) => line.replaceAll('\n', '⏎'))).toEqual(lines)
})

function commandsOf(text: string): readonly CommandPart[] {
  return readShell(text, PLACE).parts.filter((part) => part.kind === 'command')
}

function last(text: string): CommandPart {
  const part = commandsOf(text).at(-1)
  if (part === undefined) throw new Error(`no command in ${text}`)
  return part
}

describe('where a command works', () => {
  const HERE = PLACE.cwd
  test.each([
    ['ls', [HERE]],
    ['cd app && ls', [`${HERE}/app`]],
    ['cd app; ls', [`${HERE}/app`, HERE]],
    ['cd app || ls', [HERE]],
    ['! cd app && ls', [HERE]],
    ['if cd app; then ls; fi', [`${HERE}/app`]],
    ['if ! cd app; then a; else ls; fi', [`${HERE}/app`]],
    ['(cd app); ls', [HERE]],
    ['cd app | a; ls', [HERE]],
    ['x=$(cd app); ls', [HERE]],
    ['cd app & ls', [HERE]],
    ['{ cd app && a; } && ls', [`${HERE}/app`]],
    ['cd && ls', ['/home/dev']],
    ['cd ~/x && ls', ['/home/dev/x']],
    ['cd .. && ls', ['/home/dev']],
    ['cd ../../.. && ls', ['/']],
    ['cd /a/./b/../c && ls', ['/a/c']],
    ['cd -P app && ls', [`${HERE}/app`]],
    ['cd a && cd b && ls', [`${HERE}/a/b`]],
    ['cd /tmp && cd - && ls', [HERE]],
    ['cd "$X" && ls', [undefined]],
    ['cd a* && ls', [undefined]],
    ['CDPATH=/x; cd app && ls', [undefined]],
    ['d=app; cd $d && ls', [`${HERE}/app`]],
    ['pushd app && ls', [`${HERE}/app`]],
    ['pushd app && popd && ls', [undefined]],
    ['command cd app && ls', [`${HERE}/app`]],
    ['f() { cd app; }; f && ls', [`${HERE}/app`, HERE]],
    ['for d in a; do cd $d; done; ls', [`${HERE}/a`, HERE]],
    ['while read x; do cd a; done; ls', [undefined, `${HERE}/a/a`, `${HERE}/a`, HERE]],
    ['eval "cd app" && ls', [`${HERE}/app`]],
    ['bash -c "cd app"; ls', [HERE]],
    ['bash -c "cd app && ls"', [`${HERE}/app`]],
    ['. ./x; ls', [undefined]],
  ])('%s', (text, cwds) => {
    expect(new Set(last(text).cwds)).toEqual(new Set(cwds))
  })
})

describe('how a command came to be started', () => {
  test.each([
    ['ls', []],
    ['sudo ls', ['wrapper sudo privilege']],
    ['timeout 5 ls', ['wrapper timeout transparent']],
    ['nice timeout 5 ls', ['wrapper nice transparent', 'wrapper timeout transparent']],
    ["bash -c 'ls'", ['inline bash']],
    ["ssh host 'ls'", ['remote ssh']],
    ['f() { ls; }; f', ['function f transparent']],
    ['echo ls | bash', ['pipe bash']],
    ["sudo bash -c 'timeout 5 ls'", ['wrapper sudo privilege', 'inline bash', 'wrapper timeout transparent']],
  ])('%s', (text, carriers) => {
    const shown = last(text).carriers.map(({ kind, name, transparent, privilege }) =>
      [kind, name, transparent ? 'transparent' : '', privilege === true ? 'privilege' : '']
        .filter((word) => word !== '')
        .join(' '),
    )
    expect(shown).toEqual(carriers)
  })

  test('substitutions are carriers too', () => {
    const [first] = commandsOf('echo "$(ls)"')
    expect(first?.carriers.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['substitution $(…)'])
  })
})

describe('what is set for a command', () => {
  test.each([
    ['A=1 ls', ['A=1']],
    ['A=1 CI=2 ls', ['A=1', 'CI=2 harmless']],
    ['env A=1 LC_ALL=C ls', ['A=1', 'LC_ALL=C harmless']],
    ['A=1 env B=2 ls', ['A=1', 'B=2']],
    ['IFS=, read x', ['IFS=, harmless']],
    ['A=$(x) ls', ['A=$(x)']],
  ])('%s', (text, expected) => {
    const shown = last(text).assignments.map(({ name, value, harmless }) => {
      const shownValue = value?.pieces
        .map((piece) => (piece.kind === 'hole' ? piece.source : piece.text))
        .join('')
      return `${name}=${shownValue ?? ''}${harmless ? ' harmless' : ''}`
    })
    expect(shown).toEqual(expected)
  })

  test('redirects that write belong to their command', () => {
    expect(last('timeout 5 ls > a 2>> b').writes.map(({ pieces }) => pieces)).toEqual([
      [{ kind: 'text', text: 'a' }],
      [{ kind: 'text', text: 'b' }],
    ])
  })
})

describe('where parts stand in the text', () => {
  test.each([
    ['a; bb c; d', 'bb c'],
    ['echo "$(bb c)"', 'bb c'],
    ['echo `bb c`', 'bb c'],
    ['echo `a \\`bb c\\``', 'bb c'],
    ["bash -c 'a; bb c'", 'bb c'],
    ['bash -c "a; bash -c \'bb c\'"', 'bb c'],
    ['cat <<E\n$(bb c)\nE', 'bb c'],
    ['cat <<-E\n\t$(bb c)\n\tE', 'bb c'],
    ['x=1 bb c > f', 'x=1 bb c > f'],
  ])('%s', (text, shown) => {
    const found = readShell(text, PLACE).parts.find((part: ShellPart) => {
      return (
        part.kind === 'command' &&
        part.argv[0]?.pieces[0]?.kind === 'text' &&
        part.argv[0].pieces[0].text === 'bb'
      )
    })
    expect(text.slice(found?.range.start, found?.range.end)).toBe(shown)
  })
})

test('what cannot be read still shows what could be made out', () => {
  const { parts, unreadable } = readShell('git push; ls )', PLACE)
  expect(parts.map((part) => part.kind)).toEqual(['command', 'command'])
  expect(unreadable).toEqual({ reason: "unexpected token ')'", position: 13 })
})
