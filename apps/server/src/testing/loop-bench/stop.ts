import {
  MemoryStore,
  runTurn,
  Toolbelt,
  defineTool,
  type ChatProvider,
  type ModelPart,
} from '@countersign/agent'
import { compilePolicy } from '@countersign/policy'
import { CallId, ThreadId, TurnId } from '@countersign/protocol'
import { z } from 'zod'
import { BENCH_LIMITS } from './turn.ts'

/** How long a stop takes when everything is under way at once: a stream, tools, a question, and the same below in sub-agents. */
export async function stopFigures(): Promise<string> {
  const took: number[] = []
  for (let round = 0; round < 20; round += 1) took.push(await stopOnce())
  took.sort((a, b) => a - b)
  return `stop of a turn with 8 sub-agents that stream, work and wait: p50 ${(took[10] ?? 0).toFixed(2)} ms, most ${(took.at(-1) ?? 0).toFixed(2)} ms`
}

async function stopOnce(): Promise<number> {
  const clock = { now: () => Math.round(performance.timeOrigin + performance.now()) }
  const store = new MemoryStore(clock)
  const turnId = TurnId.parse('trn_bench')
  const abort = new AbortController()
  let ids = 0
  let streams = 0
  const provider: ChatProvider = {
    name: 'Bench',
    async *stream({ messages }, signal): AsyncGenerator<ModelPart> {
      const asked = messages[1]?.text ?? ''
      if (asked === 'go') {
        for (let index = 0; index < 8; index += 1) {
          const input = JSON.stringify({
            title: `Part ${index}`,
            instructions: index % 2 === 0 ? 'act' : 'stream',
          })
          yield { type: 'call', call: { providerId: `p${index}`, name: 'run_subtask', input } }
        }
      } else if (asked === 'act') {
        yield { type: 'call', call: { providerId: 'a', name: 'hang', input: '{}' } }
        yield { type: 'call', call: { providerId: 'b', name: 'ask', input: '{}' } }
      } else {
        streams += 1
        yield { type: 'text', text: 'on and on' }
        await new Promise<void>((ended) => {
          signal.addEventListener('abort', () => ended(), { once: true })
        })
        return
      }
      yield { type: 'finish', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
  let hanging = 0
  const tool = (name: string, category: 'read' | 'write') =>
    defineTool({
      name,
      description: name,
      input: z.object({}),
      category,
      destructive: false,
      editSafe: false,
      capability: 'safe',
      specifier: { kind: 'text', template: '' },
      repeat: 'safe',
      parallelSafe: true,
      title: () => name,
      inspect: () =>
        Promise.resolve({
          specifier: { kind: 'text', text: '' },
          body: { kind: 'arguments', entries: [] },
          targets: [],
        }),
      run: (_input, { signal }) => {
        hanging += 1
        return new Promise((ended) => {
          signal.addEventListener('abort', () => ended({ ok: false, code: 'stopped', text: 'stopped' }), {
            once: true,
          })
        })
      },
    })
  const policy = compilePolicy({ mode: 'default', layers: [] })
  const running = runTurn(
    {
      gate: { calls: store, answers: store, policy: { snapshot: () => Promise.resolve(policy) }, clock },
      provider,
      journal: store,
      events: { chunk: () => {}, output: () => {}, withdrawn: () => {}, budgetExceeded: () => {} },
      ids: { call: () => CallId.parse(`call_${String((ids += 1))}`) },
      limits: BENCH_LIMITS,
      allWaiting: () => {},
    },
    {
      lease: store.lease(turnId),
      threadId: ThreadId.parse('thr_bench'),
      turnId,
      model: 'bench',
      place: { workspace: '/w', cwd: '/w', home: '/home/ana' },
      belt: new Toolbelt([tool('hang', 'read'), tool('ask', 'write')]),
      messages: [{ role: 'user', text: 'go' }],
      system: () => 'You are measured.',
    },
    abort.signal,
  )
  const waiting = () => store.all().filter(({ state }) => state === 'waiting').length
  while (streams < 4 || hanging < 4 || waiting() < 4) await new Promise((look) => setImmediate(look))
  const began = performance.now()
  abort.abort()
  const outcome = await running
  if (outcome.kind !== 'stopped') throw new Error(`the turn ended as ${outcome.kind}`)
  return performance.now() - began
}
