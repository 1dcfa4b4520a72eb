import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decideText } from '../testing/decide-text.ts'

interface Section {
  readonly rule: string
  readonly modes: readonly string[]
  readonly shipped: boolean
  readonly verdict: string
  readonly commands: readonly string[]
}

/** `= P17.1 default auto shipped: ask` heads the commands below it, one a line; `⏎` stands for a line break. */
function sectionsOf(name: string): readonly Section[] {
  const text = readFileSync(join(import.meta.dirname, `${name}.txt`), 'utf8')
  return text
    .split(/^= /m)
    .slice(1)
    .map((section) => {
      const [head = '', ...lines] = section.split('\n')
      const [, rule = '', words = '', verdict = ''] = /^(\S+) (.*): (\w+)$/.exec(head) ?? []
      const modes = words.split(' ').filter((word) => word !== 'shipped')
      const commands = lines.filter((line) => line !== '').map((line) => line.replaceAll('⏎', '\n'))
      return { rule, modes, shipped: words.includes('shipped'), verdict, commands }
    })
}

/** Commands of a section that are not decided as it says; a block is as good as an ask. */
function wrongOnes({ modes, shipped, verdict, commands }: Section): readonly string[] {
  return commands.flatMap((command) =>
    modes.flatMap((mode) => {
      const decision = decideText(mode, [], command, shipped ? { builtins: {} } : {})
      return (decision.verdict === 'run') === (verdict === 'run') ? [] : [`${mode}: ${command}`]
    }),
  )
}

test.each([
  ['P17.5', 'secrets'],
  ['P17.6', 'downloads'],
  ['P17.7', 'sends'],
  ['P16.3', 'protected'],
  ['P17.2', 'ordinary'],
])('%s %s: every command is decided as its section says', (rule, name) => {
  const sections = sectionsOf(name)
  expect(sections.map((section) => section.rule)).toContain(rule)
  for (const section of sections) {
    expect(section.commands.length).toBeGreaterThan(0)
    expect(wrongOnes(section)).toEqual([])
  }
})
