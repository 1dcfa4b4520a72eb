import { afterAll, beforeAll, describe } from 'vitest'
import { plainUuid } from '../testing/scene.ts'
import { answerPartsContract } from './answer-parts.ts'
import { answerContract } from './answers.ts'
import { auditContract } from './audit.ts'
import { branchContract } from './branches.ts'
import { callContract } from './calls.ts'
import { threadListContract } from './thread-list.ts'
import { twoWritersContract } from './two-writers.ts'
import type { Ground, Pair } from './ground.ts'
import { handContract } from './hands.ts'
import { interruptedContract } from './interrupted.ts'
import { invariantContract } from './invariants.ts'
import { outboxContract } from './outbox.ts'
import { pathLockContract } from './path-locks.ts'
import { raceContract } from './races.ts'
import { recoveryContract } from './recovery.ts'
import { ruleContract } from './rules.ts'
import { sideBySideContract } from './side-by-side.ts'
import { threadContract } from './threads.ts'
import { stopContract } from './stops.ts'
import { turnContract } from './turns.ts'

/** The promises of the store. The same tests run on the embedded database and on a separate PostgreSQL. */
export function storeContract(name: string, lay: () => Promise<Ground>): void {
  describe(`the store on ${name}`, () => {
    let pair: Pair | undefined
    beforeAll(async () => {
      const ground = await lay()
      const [idA, idB] = [plainUuid(), plainUuid()]
      pair = { a: await ground.open(idA), b: await ground.open(idB), idA, idB, ground }
    }, 60_000)
    afterAll(async () => {
      await pair?.a.close()
      await pair?.b.close()
      await pair?.ground.close()
    }, 60_000)
    const at = (): Pair => {
      if (pair === undefined) throw new Error('the stores are not open')
      return pair
    }
    describe('threads', () => {
      threadContract(at)
      threadListContract(at)
    })
    describe('turns', () => {
      turnContract(at)
      stopContract(at)
      branchContract(at)
    })
    describe('calls', () => {
      callContract(at)
      sideBySideContract(at)
    })
    describe('answers', () => {
      answerContract(at)
      answerPartsContract(at)
    })
    describe('two processes in one thread', () => {
      twoWritersContract(at)
    })
    describe('races', () => {
      raceContract(at)
    })
    describe('recovery', () => {
      recoveryContract(at)
    })
    describe('interrupted calls', () => {
      interruptedContract(at)
    })
    describe('rules', () => {
      ruleContract(at)
    })
    describe('paths', () => {
      pathLockContract(at)
    })
    describe('outbox', () => {
      outboxContract(at)
    })
    describe('audit', () => {
      auditContract(at)
    })
    describe('by hand', () => {
      handContract(at)
    })
    describe('what the database does not let happen', () => {
      invariantContract(at)
    })
  })
}
