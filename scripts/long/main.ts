// `npm run long`: the long form of the policy laws that CI checks briefly, and five minutes of `npm run soak`. `-- --cases 1000000 --texts
// 4000 --soak-minutes 5 --seed 1`.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { node24, root } from '../lib/root.mjs'
import { passThrough } from '../lib/spawn.mjs'
import { decide } from '../../packages/policy/src/decide.ts'
import { compilePolicy } from '../../packages/policy/src/policy.ts'
import { compareWithBash } from '../../packages/policy/src/shell/testing/bash.ts'
import { chance, compose, CONSTRUCTS, FLOWS, tear } from '../../packages/policy/src/shell/testing/compose.ts'
import { STRANGE } from '../../packages/policy/src/shell/testing/compose-strange.ts'
import {
  commandOf,
  policyCall,
  policySource,
  shellCall,
  someAtoms,
  textCall,
} from '../../packages/policy/src/testing/atoms.ts'
import { referenceDecision, shellThing, textThing } from '../../packages/policy/src/testing/reference.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000000' },
    texts: { type: 'string', default: '4000' },
    'soak-minutes': { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const seed = Number(values.seed)
const BATCH = 500
console.log(`seed ${seed}`)
agreeWithReference(Number(values.cases))
await agreeWithBash(Number(values.texts))
process.exitCode = await soakFor(values['soak-minutes'])

/** A case is a policy with a call of some tool, or with a command. Stops at the first one on which policy and reference disagree. */
function agreeWithReference(cases: number): void {
  const tally = { run: 0, ask: 0, block: 0 }
  const total = (): number => tally.run + tally.ask + tally.block
  const step = Math.max(1, Math.floor(cases / 10))
  const thing = fc.oneof(
    textCall.map((text) => ({ call: policyCall(text), thing: textThing(text) })),
    someAtoms.map((atoms) => ({ call: shellCall(commandOf(atoms)), thing: shellThing(atoms) })),
  )
  const agrees = fc.property(policySource, thing, (source, { call, thing: known }) => {
    const { verdict } = decide(call, compilePolicy(source))
    if (verdict !== referenceDecision(source, known)) return false
    tally[verdict] += 1
    if (total() % step === 0) console.log(`${total()} cases so far`)
    return true
  })
  fc.assert(agrees, { numRuns: cases, seed })
  console.log(
    `${total()} random cases, decided as by the reference: ${tally.run} run, ${tally.ask} ask, ${tally.block} block`,
  )
}

/** Generated texts: the parsed result contains every program that bash tries to start. */
async function agreeWithBash(count: number): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-long-')))
  const random = chance(seed)
  let read = 0
  let starts = 0
  try {
    while (read < count) {
      const round = Math.floor(read / BATCH)
      const grammar = [CONSTRUCTS, FLOWS, STRANGE][round % 3] ?? STRANGE
      // Half of the rounds continue lines at arbitrary places.
      const torn = Math.floor(round / 3) % 2 === 1
      const texts = Array.from({ length: Math.min(BATCH, count - read) }, () => {
        const text = compose(random, grammar, 4)
        return torn ? tear(random, text) : text
      })
      const { missed, started } = await compareWithBash(texts, folder)
      if (missed.length > 0) throw new Error(`not shown: ${JSON.stringify(missed, undefined, 2)}`)
      read += texts.length
      starts += started
      console.log(
        `${read} generated texts read; of the ${starts} programs that bash tried to start in them, none is missed`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** People, kills and broken connections on two server processes; `npm run soak` runs longer. */
function soakFor(minutes: string): Promise<number> {
  const soak = ['--conditions=countersign-source', `${root}/bench/soak/main.ts`]
  return passThrough(node24, [...soak, '--minutes', minutes, '--seed', String(seed)])
}
