import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCase } from './case.ts'
import { decide } from './decide.ts'
import type { PartDecision, Reason } from './decision.ts'
import { compilePolicy } from './policy.ts'

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
  const { verdict, reason, parts, locked } = decide(call, compilePolicy(policy))
  return [`${id} ${verdict} ${locked ?? ''} ${told(reason)}`, ...parts.map(partLine)]
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
