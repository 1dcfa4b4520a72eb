import { ThreadId, TurnId } from '@countersign/protocol'
import { describe } from 'vitest'
import { MemoryStore } from './memory-store.ts'
import { callStoreContract } from './testing/call-store-contract.ts'

describe('the store in memory', () => {
  callStoreContract(async () => {
    const calls = new MemoryStore({ now: () => 1 })
    const turnId = TurnId.parse('trn_test')
    return {
      calls,
      threadId: ThreadId.parse('thr_test'),
      lease: calls.lease(turnId),
      answer: async (id, answer) => calls.answer(id, { ...answer, by: 'ana' }),
      interrupt: async (id) => {
        const lease = calls.lease(turnId)
        calls.interrupt(id)
        return lease
      },
      close: async () => {},
    }
  })
})
