import { expect, test } from 'vitest'
import { display } from '../../model/field.ts'
import { compileOptions } from './option-table.ts'
import { couldBeOption, sortWords } from './options.ts'
import { GNU, MODERN, POSIX, SINGLE_DASH, WORDS, type CommandSpec, type Style } from './spec.ts'
import { argvOf } from './testing/argv.ts'

const SPEC: CommandSpec = {
  options: '-a,--all -n,--lines= -c,--color[=] --arg== -# --[no-]pager --output-format=',
  writes: '-o,--output=',
}

/** Options with `=value`, then operands, then `?` and what could be an option. `!` marks what is not exactly known. */
function sorted(line: string, style: Style = GNU): string {
  const { options, operands, doubts } = sortWords(argvOf(line), compileOptions({ ...SPEC, style }), {
    first: false,
  })
  const shown = options.map(({ names, value, exact }) => {
    const text = value === undefined ? '' : `=${display(value)}`
    return `${names.at(-1)}${text}${exact ? '' : '!'}`
  })
  const rest = operands.map(display)
  const open = doubts.map(({ field, many }) => `?${display(field)}${many ? '…' : ''}`)
  return [...shown, '|', ...rest, ...open].join(' ')
}

test.each([
  ['-a', '--all |'],
  ['--all x', '--all | x'],
  ['x -a', '--all | x'],
  ['-an 5 x', '--all --lines=5 | x'],
  ['-an5 x', '--all --lines=5 | x'],
  ['-n=5', '--lines==5 |'],
  ['-n -1', '--lines=-1 |'],
  // A number is one option, however many digits it has.
  ['-123 x', '-# | x'],
  ['-a12n5', '--all -# --lines=5 |'],
  ['--lines=5', '--lines=5 |'],
  ['--lines 5 x', '--lines=5 | x'],
  ['--lines', '--lines |'],
  ['-c x', '--color | x'],
  ['-cx', '--color=x |'],
  ['--color always', '--color | always'],
  ['--color=always', '--color=always |'],
  ['--arg a b x', '--arg=b | x'],
  ['-5 x', '-# | x'],
  ['-a5', '--all -# |'],
  ['--no-pager', '--no-pager |'],
  ['-- -a', '| -a'],
  ['-', '| -'],
  ["''", '| '],
  // Abbreviations count for what could be, and are not exact.
  ['--li 5', '--lines=5! |'],
  ['--outp', '--outp! --output-format --output |'],
  ['--output-f x', '--output-format=x! |'],
  ['--output x', '--output=x |'],
  ['--all=x', '--all=x! |'],
  // Not in the table.
  ['--what x', '--what! | x'],
  ['-x', '-x! |'],
  ['-xo', '-x! --output |'],
  // A value that looks like a harmful option.
  ['-n --output=x', '--lines=--output=x --output=x |'],
  ['-n -a', '--lines=-a |'],
])('GNU: %s is %s', (line, expected) => expect(sorted(line)).toBe(expected))

test.each([
  ['$X', '| $X ?$X…'],
  ['"$X"', '| $X ?$X'],
  ['-- $X', '| $X'],
  ['*', '| * ?*…'],
  ['src/*', '| src/*'],
  ['src/$X', '| src/$X ?src/$X…'],
  ['src/"$X"', '| src/$X'],
  ['-n "$X"', '--lines=$X |'],
  ['-n $X', '--lines=$X | ?$X…'],
  ['-n"$X"', '--lines=$X |'],
  ['--lines="$X"', '--lines=$X |'],
  ['--lines=$X', '--lines=$X | ?--lines=$X…'],
  ['-$X', '| ?-$X… ?-$X…'],
  ['-a"$X"', '--all | ?-a$X'],
  ['--out"$X"', '--out! --output-format --output | ?--out$X'],
  ['$?', '| $?'],
  ['"$?"', '| $?'],
])('unknown words: %s is %s', (line, expected) => expect(sorted(line)).toBe(expected))

test.each([
  [POSIX, 'x -a', '| x -a'],
  [POSIX, '-a x -o', '--all | x -o'],
  [POSIX, 'x $Y', '| x $Y'],
  [POSIX, '--li 5', '--li! | 5'],
  [MODERN, '-n=5 x', '--lines=5 | x'],
  [MODERN, '--li 5', '--li! | 5'],
  [SINGLE_DASH, '-o x', '--output=x |'],
  [SINGLE_DASH, '-output x', '--output=x |'],
  [SINGLE_DASH, '-output=x', '--output=x |'],
  [SINGLE_DASH, '-ao', '-ao! |'],
  [WORDS, '-a -- $X', '| -a -- $X'],
])('%#: %s', (style, line, expected) => expect(sorted(line, style)).toBe(expected))

test('reading up to the first operand', () => {
  const table = compileOptions(SPEC)
  const { stop, options, doubts } = sortWords(argvOf('-n 5 push -a'), table, { first: true })
  expect([stop, options.length, doubts.length]).toEqual([2, 1, 0])
  expect(sortWords(argvOf('-a $X push'), table, { first: true })).toMatchObject({
    stop: 1,
    doubts: [{ many: true }],
  })
  expect(sortWords(argvOf('-a -- push'), table, { first: true }).stop).toBe(2)
})

test('what could begin with a dash', () => {
  const could = argvOf('$X "$X" * ?x -a a$X a"$X" a* a $? -').map(couldBeOption)
  expect(could).toEqual([true, true, true, true, false, true, false, false, false, false, false])
})
