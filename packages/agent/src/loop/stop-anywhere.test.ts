import { expect, test } from 'vitest'
import type { CallStore, Journal } from '../ports.ts'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider } from '../testing/scripted-provider.ts'

/** The same port, with whoever wants to know told before and after each time it is used. */
function watched<T extends object>(port: T, moment: () => void): T {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...args: readonly unknown[]): unknown => {
        moment()
        const result: unknown = Reflect.apply(member, target, args)
        if (result instanceof Promise) return result.finally(moment)
        moment()
        return result
      }
    },
  })
}

const subtask = { name: 'run_subtask', args: { title: 'below', instructions: 'below' } }
const call = (name: string) => ({ name, args: { value: name } })
const STEP = [call('t.read'), call('t.write'), call('t.serial'), call('t.none'), call('t.serial')]

/** Runs a turn that does a bit of everything, and stops it at one moment. False: it had fewer. */
async function stopAt(at: number): Promise<boolean> {
  const bench = new Workbench()
  const abort = new AbortController()
  let moments = 0
  const moment = () => {
    moments += 1
    if (moments === at) abort.abort()
  }
  const begunLate: string[] = []
  const outputs = new Map<string, number>()
  const late: string[] = []
  const provider = scriptedProvider(({ messages }) => {
    moment()
    if (messages.at(-1)?.role === 'tool') return { text: 'done' }
    return { text: 'so', calls: messages[1]?.text === 'below' ? STEP : [...STEP, subtask] }
  })
  const note = {
    run: (value: string, signal: AbortSignal) => {
      if (signal.aborted) begunLate.push(value)
      moment()
      return new Promise<{ readonly ok: true; readonly text: string }>((ended) => {
        setImmediate(() => {
          moment()
          ended({ ok: true, text: value })
        })
      })
    },
  }
  const tools = [
    countingTool('t.read', note),
    countingTool('t.write', { category: 'write', ...note }),
    countingTool('t.serial', { parallelSafe: false, lock: 'one', ...note }),
  ]
  const running = bench.run(provider, tools, {
    signal: abort.signal,
    store: watched<CallStore & Journal>(bench.store, moment),
    mayAct: () => {
      moment()
      return Promise.resolve(true)
    },
    events: {
      chunk: () => {
        if (abort.signal.aborted) late.push('chunk')
        moment()
      },
      outputEnded: ({ id }) => {
        outputs.set(id, (outputs.get(id) ?? 0) + 1)
        moment()
      },
    },
  })
  const outcome = await bench.answering(running)
  // What had begun may still be written down.
  for (let look = 0; look < 5; look += 1) await new Promise(setImmediate)
  const stopped = abort.signal.aborted
  expect(stopped ? ['answered', 'stopped'] : ['answered']).toContain(outcome.kind)
  expect(begunLate).toEqual([])
  expect(late).toEqual([])
  expect([...outputs.values()].every((times) => times === 1)).toBe(true)
  return stopped
}

test('L8 a stop at any moment ends the turn, begins nothing, and ends each call once', async () => {
  const unhandled: unknown[] = []
  const note = (cause: unknown) => unhandled.push(cause)
  process.on('unhandledRejection', note)
  let at = 1
  while (await stopAt(at)) at += 1
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  expect(at).toBeGreaterThan(50)
})

/** Runs a turn whose store fails at one moment, and says how the turn ended. Undefined: it had fewer. */
async function failAt(at: number): Promise<string | undefined> {
  const bench = new Workbench()
  let moments = 0
  const moment = () => {
    moments += 1
    if (moments === at) throw new Error('the store is gone')
  }
  const provider = scriptedProvider(({ messages }) => {
    if (messages.at(-1)?.role === 'tool') return { text: 'done' }
    return { text: 'so', calls: messages[1]?.text === 'below' ? STEP : [...STEP, subtask] }
  })
  const tools = [
    countingTool('t.read'),
    countingTool('t.write', { category: 'write' }),
    countingTool('t.serial', { parallelSafe: false, lock: 'one' }),
  ]
  const store = watched<CallStore & Journal>(bench.store, moment)
  const running = bench.run(provider, tools, { store }).then(
    ({ kind }) => kind,
    (cause: unknown) => String(cause),
  )
  const how = await bench.answering(running)
  return moments < at ? undefined : how
}

test('a store that fails at any moment fails the turn, and nothing is left without an answer', async () => {
  const unhandled: unknown[] = []
  const note = (cause: unknown) => unhandled.push(cause)
  process.on('unhandledRejection', note)
  const ends: string[] = []
  for (let at = 1; ; at += 1) {
    const how = await failAt(at)
    if (how === undefined) break
    ends.push(how)
  }
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  // Where a sub-agent cannot write down, its call has failed, and the turn above goes on.
  expect(new Set(ends)).toEqual(new Set(['Error: the store is gone', 'answered']))
})
