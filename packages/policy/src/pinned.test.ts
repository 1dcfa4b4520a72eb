import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCase } from './case.ts'
import { decide } from './decide.ts'
import type { Decision, PartDecision, Reason } from './decision.ts'
import { compilePolicy } from './policy.ts'
import { decideText } from './testing/decide-text.ts'

const CORPUS = join(import.meta.dirname, '../../../corpus')

const told = (reason: Reason): string =>
  Object.values(reason)
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join(':')

function partLine({ verdict, label, range, carriers, reason, notes }: PartDecision): string {
  const place = range === undefined ? '' : `@${range.start}-${range.end}`
  return [`    ${verdict}`, label, place, carriers.join('>'), told(reason), ...notes.map(told)].join(' | ')
}

function caseLines(line: string): readonly string[] {
  const read = readCase(JSON.parse(line))
  if (!read.ok) return [`${read.error.id}: ${read.error.message}`]
  const { id, call, policy } = read.value
  return decisionLines(id, decide(call, compilePolicy(policy)))
}

function decisionLines(name: string, { verdict, reason, parts, locked }: Decision): readonly string[] {
  return [`${name} ${verdict} ${locked ?? ''} ${told(reason)}`, ...parts.map(partLine)]
}

function decisionsOf(name: string): string {
  const lines = readFileSync(join(CORPUS, name), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '')
    .flatMap(caseLines)
    .map((line) => line.replaceAll('\n', '⏎'))
    .join('\n')
}

/** The whole decision with its reasons, see `shell/pinned.test.ts`. */
test.each(['paths', 'urls', 'shell-gate'])('P11.1 decisions on %s are as they were', async (name) => {
  await expect(decisionsOf(`${name}.jsonl`)).toMatchFileSnapshot(`testing/pinned/${name}.txt`)
})

/** `## mode ;; rule ;; …` begins a table, with `shipped` for the shipped layer; every further line is a command. */
function tablesOf(name: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, 'testing', name), 'utf8')
  return text.split(/^## /m).slice(1)
}

function tableLines(table: string): readonly string[] {
  const [heading = '', ...commands] = table.trimEnd().split('\n')
  const [mode, ...words] = heading.split(' ;; ')
  const options = words.includes('shipped') ? { builtins: {} } : {}
  const rules = words.filter((word) => word !== 'shipped')
  const lines = commands.flatMap((command) =>
    decisionLines(command, decideText(mode, rules, `terminal.exec(${command})`, options)),
  )
  return [`## ${heading}`, ...lines]
}

test('P11.1 decisions on commands are as they were', async () => {
  const lines = tablesOf('pinned-commands.txt').flatMap(tableLines)
  expect(lines.length).toBeGreaterThan(500)
  await expect(lines.join('\n')).toMatchFileSnapshot('testing/pinned/commands.txt')
})
