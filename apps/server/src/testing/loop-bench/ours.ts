import { MemoryStore, runTurn, Toolbelt } from '@countersign/agent'
import { compilePolicy } from '@countersign/policy'
import { ThreadId, TurnId, type CallId } from '@countersign/protocol'
import { UNKNOWN } from '../../providers/capabilities.ts'
import { libraryProvider } from '../../providers/ai-sdk/model-provider.ts'
import { Script } from './script.ts'
import { scriptedModel } from './scripted-model.ts'
import { serve } from './serve.ts'
import { BENCH_LIMITS, benchTools } from './turn.ts'

/** The whole loop with gate, rules, rows and journal, on a store in memory. */
// The clock of the server.
const clock = { now: () => Date.now() }
const policy = compilePolicy({
  mode: 'default',
  layers: [{ layer: 'user', lists: { deny: ['terminal.exec(rm *)'], ask: ['terminal.exec(git push *)'] } }],
})

serve(async (row, count) => {
  const did = { tools: 0, chunks: 0 }
  const store = new MemoryStore(clock)
  const model = scriptedModel(new Script(row, count))
  const threadId = ThreadId.parse('thr_bench')
  const turnId = TurnId.parse('trn_bench')
  let ids = 0
  const outcome = await runTurn(
    {
      gate: {
        calls: store,
        answers: {
          async settled(id, signal) {
            const asked = await store.find(id)
            if (asked?.state === 'waiting')
              store.answer(id, { allow: true, by: 'program', hash: asked.call.hash })
            return store.settled(id, signal)
          },
        },
        policy: { snapshot: () => Promise.resolve(policy) },
        clock,
      },
      provider: libraryProvider({ name: 'Bench', capabilities: UNKNOWN, cost: () => null }, () => ({
        model,
      })),
      journal: store,
      events: {
        chunk: () => {
          did.chunks += 1
        },
        output: () => {},
        withdrawn: () => {},
        budgetExceeded: () => {},
      },
      ids: { call: () => `call_${(ids += 1)}` as CallId }, // made here, in the shape of an id
      limits: BENCH_LIMITS,
      allWaiting: () => {},
    },
    {
      lease: store.lease(turnId),
      threadId,
      turnId,
      model: 'bench',
      place: { workspace: '/w', cwd: '/w', home: '/home/ana' },
      belt: new Toolbelt(benchTools(did)),
      messages: [{ role: 'user', text: 'go' }],
      system: () => 'You are measured.',
    },
    new AbortController().signal,
  )
  if (outcome.kind !== 'answered') throw new Error(`the turn ended as ${outcome.kind}`)
  return did
})
