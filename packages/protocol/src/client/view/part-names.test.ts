import { describe, expect, test } from 'vitest'
import { changePart } from '../../change-parts.ts'
import { hunksOf } from '../../hunks.ts'
import { partNames } from './part-names.ts'

/** The names of a change that replaces texts, as a card says them. */
function names(path: string, before: string, ...edits: readonly (readonly [string, string])[]) {
  const after = edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`no ${from}`)
    return text.replace(from, () => to)
  }, before)
  const parts = hunksOf(before, after).map(changePart)
  return partNames({ path, before, after }, parts).map((name) =>
    name === null ? null : `${name.where} ${name.name}`,
  )
}

const MONEY = `import { run } from './run.ts'

const LIMIT = 5

export function parseAmount(text: string): number {
  const cleaned = text.replace(/[^0-9.,-]/g, '')
  if (cleaned === '') {
    return 0
  }
  return Math.round(parseFloat(cleaned) * 100)
}

export function formatAmount(
  cents: number,
  currency = 'EUR',
): string {
  return \`\${(cents / 100).toFixed(2)} \${currency}\`
}

run(parseAmount)
`

describe('parts of a change are named by the code around them', () => {
  test('a comment above a function, its body, and one with its parameters in lines', () => {
    expect(
      names(
        'src/money.ts',
        MONEY,
        ['export function parseAmount', '/**\n * Reads an amount.\n */\nexport function parseAmount'],
        ['return Math.round(parseFloat(cleaned) * 100)', 'return cents(cleaned)'],
        ['.toFixed(2)', '.toFixed(3)'],
      ),
    ).toEqual(['before parseAmount', 'in parseAmount', 'in formatAmount'])
  })

  test.each([
    ['a deeper block', ['    return 0', '    return -1'], 'in parseAmount'],
    ['its own first line', ['parseAmount(text: string)', 'parseAmount(text: unknown)'], 'in parseAmount'],
    ['a line that comes at the end of a body', ['* 100)\n', '* 100)\n  // done\n'], 'in parseAmount'],
    ['a variable in the margin', ['LIMIT = 5', 'LIMIT = 6'], 'in LIMIT'],
    [
      'a function that comes before another',
      ['export function formatAmount', 'function none() {\n}\n\nexport function formatAmount'],
      'before formatAmount',
    ],
    ['an import', ["./run.ts'\n", "./run.ts'\nimport { tag } from './tag.ts'\n"], null],
    ['a statement in the margin', ['run(parseAmount)', 'run(formatAmount)'], null],
  ] as const)('%s', (_name, edit, expected) => {
    expect(names('src/money.ts', MONEY, edit)).toEqual([expected])
  })

  test.each([
    [
      'a.py',
      'class Store:\n    def read(self):\n        # why\n        return self.x\n',
      'self.x',
      'in read',
    ],
    ['a.go', 'func (s *Store) Read(id int) error {\n\treturn nil\n}\n', 'nil', 'in Read'],
    ['a.rs', 'impl Store {\n    pub(crate) fn read(&self) -> u8 {\n        0\n    }\n}\n', '0', 'in read'],
    ['a.c', 'int main(void)\n{\n    return 0;\n}\n', '0;', null],
    ['b.c', 'static int *find(int id) {\n    return 0;\n}\n', '0;', 'in find'],
    ['A.java', 'public class A {\n  public int size() {\n    return 0;\n  }\n}\n', '0;', 'in size'],
    [
      'a.ts',
      'class A {\n  async #read(path: string): Promise<string> {\n    return 0\n  }\n}\n',
      'return 0',
      'in #read',
    ],
    ['a.tsx', 'export const Card = () => {\n  return null\n}\n', 'null', 'in Card'],
    ['a.md', '# Notes\n\n## Install it\n\nRun it.\n', 'Run it', 'in Install it'],
    ['a.md', 'Run it.\n\n# Notes\n', 'Run it', null],
    ['a.txt', 'class of users\nsecond\n', 'second', null],
    ['a.json', '{\n  "a": 1,\n  "b": 2\n}\n', '2', null],
  ])('%s', (path, before, old, expected) => {
    expect(names(path, before, [old, 'other '])).toEqual([expected])
  })

  test('parts of a control statement are not named after it', () => {
    const text = 'if (ready()) {\n  go()\n}\nfor (const x of all()) {\n  stop()\n}\n'
    expect(names('a.ts', text, ['go()', 'goOn()'], ['stop()', 'halt()'])).toEqual([null, null])
  })

  test('a line that is very long costs nothing and has no name', () => {
    const text = `${'a '.repeat(200_000)}(\n  one\n`
    expect(names('a.ts', text, ['one', 'two'])).toEqual([null])
  })
})
