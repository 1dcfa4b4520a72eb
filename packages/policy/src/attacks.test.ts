import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decideText } from './testing/decide-text.ts'

const FOLDER = join(import.meta.dirname, 'testing/attacks')

interface Table {
  readonly title: string
  readonly mode: string
  readonly rules: readonly string[]
  /** `stop`: anything but run. */
  readonly expected: string
  readonly rows: string[]
}

/** `## mode=… ;; deny=… ;; expect=…` begins a table; every further line is a command, `⏎` a line break. */
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
    return [part.slice(0, Math.max(at, 0)), part.slice(at + 1)]
  })
  const value = (name: string): string | undefined => settings.find(([key]) => key === name)?.[1]
  const rules = settings.flatMap(([key, text]) =>
    /^(?:allow|ask|deny)$/.test(key) ? [`${key} terminal.exec(${text})`] : [],
  )
  return { title, mode: value('mode') ?? 'auto', rules, expected: value('expect') ?? 'stop', rows: [] }
}

describe.each(readdirSync(FOLDER))('P7.8 P7.21 P7.22 P7.23 P8.6 P8.7 P8.8 %s', (file) => {
  test.each(tablesOf(file))('$title', ({ mode, rules, expected, rows }) => {
    const wrong = rows.filter((command) => {
      const { verdict } = decideText(mode, rules, `terminal.exec(${command})`)
      return expected === 'stop' ? verdict === 'run' : verdict !== expected
    })
    expect(rows.length).toBeGreaterThan(0)
    expect(wrong).toEqual([])
  })
})
