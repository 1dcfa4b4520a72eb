/** @module-tag slow */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decideText } from './testing/decide-text.ts'

const FOLDER = join(import.meta.dirname, 'testing/attacks')

interface Table {
  readonly title: string
  readonly modes: readonly string[]
  readonly rules: readonly string[]
  /** The shipped layer holds too. */
  readonly shipped: boolean
  /** `stop`: anything but run. */
  readonly expected: string
  readonly rows: string[]
}

/** `## P7.8 ;; mode=… ;; deny=… ;; shipped ;; expect=…` begins a table; every further line is a command, `⏎` a line break. */
function tablesOf(file: string): readonly Table[] {
  const tables: Table[] = []
  for (const line of readFileSync(join(FOLDER, file), 'utf8').split('\n')) {
    if (line.startsWith('## ')) tables.push(tableOf(line.slice(3)))
    else if (line !== '') tables.at(-1)?.rows.push(line.replaceAll('⏎', '\n'))
  }
  return tables
}

function tableOf(title: string): Table {
  const settings = title.split(' ;; ').map((part): readonly [string, string] => {
    const at = part.indexOf('=')
    return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
  })
  const value = (name: string): string | undefined => settings.find(([key]) => key === name)?.[1]
  const rules = settings.flatMap(([key, text]) =>
    /^(?:allow|ask|deny)$/.test(key) ? [`${key} terminal.exec(${text})`] : [],
  )
  return {
    title,
    modes: (value('mode') ?? 'auto').split(' '),
    rules,
    shipped: value('shipped') !== undefined,
    expected: value('expect') ?? 'stop',
    rows: [],
  }
}

/** Commands of a table that are not decided as it says. */
function wrongOnes({ modes, rules, shipped, expected, rows }: Table): readonly string[] {
  return modes.flatMap((mode) =>
    rows.flatMap((command) => {
      const { verdict } = decideText(
        mode,
        rules,
        `terminal.exec(${command})`,
        shipped ? { builtins: {} } : {},
      )
      return (expected === 'stop' ? verdict !== 'run' : verdict === expected) ? [] : [`${mode}: ${command}`]
    }),
  )
}

describe.each(readdirSync(FOLDER))(
  'P7.8 P7.21 P7.22 P7.23 P7.24 P8.6 P8.7 P8.8 P8.9 P16.3 P16.4 P16.5 P17.1 P17.2 P17.5 P17.6 P17.7 %s',
  (file) => {
    test.each(tablesOf(file))('$title', (table) => {
      expect(table.rows.length).toBeGreaterThan(0)
      expect(wrongOnes(table)).toEqual([])
    })
  },
)
