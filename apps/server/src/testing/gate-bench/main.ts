import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openStore, type Store } from '../../store/open-store.ts'
import { decided, newCall, newThread, newUser, NO_EXTRA } from '../../store/testing/scene.ts'

/** `npm run bench:gate`: how long an answer takes to reach another process, and what waiting costs. */
const { values } = parseArgs({
  options: {
    waiting: { type: 'string', default: '10000' },
    wakes: { type: 'string', default: '300' },
  },
})
const databaseUrl = process.env['COUNTERSIGN_TEST_DATABASE_URL'] ?? ''
const home = await mkdtemp(join(tmpdir(), 'cs-bench-'))
const processId = randomUUID()
const store = await open()
const user = newUser()

await wakeFigures(Number(values.wakes))
await waitingFigures(Number(values.waiting))
await store.close()
await rm(home, { recursive: true, force: true })

async function open(): Promise<Store> {
  const opened = await openStore({
    home,
    ...(databaseUrl === '' ? {} : { databaseUrl }),
    processId,
    approvalTimeout: null,
    failed: (what, cause) => say(`${what}: ${String(cause)}`),
  })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

/** A turn that waits for one answer, laid down. */
async function askOne(): Promise<{ readonly id: string; answer(): Promise<unknown> }> {
  const thread = await newThread(store, user)
  await store.turns.start(user, thread.id, { text: 'go' })
  for (;;) {
    const claimed = await store.turns.claim(processId)
    if (claimed === undefined) continue
    const call = await newCall({ lease: claimed.lease, thread: { ...thread, id: claimed.threadId } })
    await store.calls.propose(claimed.lease, call, decided('ask'), NO_EXTRA)
    await store.turns.park(claimed.lease)
    const { id, hash } = call
    return { id, answer: () => store.approvals.answer(user, { callId: id, hash, decision: 'deny' }) }
  }
}

/** From the acknowledgement of an answer here to the look that finds it there. */
async function wakeFigures(rounds: number): Promise<void> {
  const file = fileURLToPath(new URL('waiter.ts', import.meta.url))
  const waiter = fork(file, [home, databaseUrl, randomUUID()], {
    execArgv: ['--conditions=countersign-source'],
  })
  await once(waiter, 'message')
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { id, answer } = await askOne()
    const ready = once(waiter, 'message')
    waiter.send({ kind: 'wait', id })
    await ready
    const heard = once(waiter, 'message')
    const began = performance.timeOrigin + performance.now()
    await answer()
    const said: unknown[] = await heard
    took.push(z.object({ at: z.number() }).parse(said[0]).at - began)
  }
  waiter.send({ kind: 'close' })
  await once(waiter, 'exit')
  took.sort((a, b) => a - b)
  const at = (share: number) =>
    (took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0).toFixed(1)
  say(`wake of another process, from the click on: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${rounds} answers`)
}

/** Many calls that wait at once: memory, answers a second, and what others notice of it. */
async function waitingFigures(count: number): Promise<void> {
  const others = await otherWork()
  global.gc?.()
  const before = process.memoryUsage().heapUsed
  const asked: (() => Promise<unknown>)[] = []
  await inParallel(count, async () => {
    asked.push((await askOne()).answer)
  })
  global.gc?.()
  const each = (process.memoryUsage().heapUsed - before) / count
  const sweepBegan = performance.now()
  await store.recovery.recover()
  await store.approvals.expireDue()
  await store.turns.claim(processId)
  const sweep = performance.now() - sweepBegan
  const during = await otherWork()
  const began = performance.now()
  await inParallel(count, async () => {
    await asked.pop()?.()
  })
  const rate = count / ((performance.now() - began) / 1000)
  say(
    `${count} calls waiting: ${(each / 1024).toFixed(2)} KiB of heap each (their answers in this bench included), ` +
      `${rate.toFixed(0)} answers a second, a sweep ${sweep.toFixed(1)} ms, ` +
      `another turn ${others.toFixed(1)} ms before and ${during.toFixed(1)} ms meanwhile`,
  )
}

/** Median of a whole small turn of someone else, in milliseconds. */
async function otherWork(): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < 20; round += 1) {
    const began = performance.now()
    const { answer } = await askOne()
    await answer()
    took.push(performance.now() - began)
  }
  return took.toSorted((a, b) => a - b)[10] ?? 0
}

async function inParallel(count: number, work: () => Promise<void>): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (left > 0) {
        left -= 1
        await work()
      }
    }),
  )
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
