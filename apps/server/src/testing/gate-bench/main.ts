import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CallId } from '@countersign/protocol'
import { z } from 'zod'
import { answerWaits } from '../../gate/answer-waits.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { decided, newCall, newThread, newUser, NO_EXTRA } from '../../store/testing/scene.ts'
import { openOverview } from '../../features/threads/overview.ts'

/** `npm run bench:gate`: how long an answer takes to reach another process, and the cost of waiting. */
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

function failed(what: string, cause: unknown): void {
  say(`${what}: ${String(cause)}`)
}

async function open(): Promise<Store> {
  const opened = await openStore({
    home,
    ...(databaseUrl === '' ? {} : { databaseUrl }),
    processId,
    approvalTimeout: null,
    failed,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

/** A parked turn that waits for one answer. */
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

/** From the acknowledgement of an answer here to its discovery there. */
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

/**
 * Many waiting calls, each with a live turn that waits for it, and a client with the list open: memory, answers per second, traffic to the
 * client, and the effect on others.
 */
async function waitingFigures(count: number): Promise<void> {
  const waits = answerWaits(store.calls, failed)
  const sent = { messages: 0, characters: 0 }
  const overview = openOverview({
    user,
    threads: store.threads,
    approvals: store.approvals,
    send(message) {
      sent.messages += 1
      sent.characters += JSON.stringify(message).length
    },
    failed,
  })
  const before = await otherWork()
  global.gc?.()
  const heap = process.memoryUsage().heapUsed
  const asked: Awaited<ReturnType<typeof askOne>>[] = []
  await inParallel(count, async () => void asked.push(await askOne()))
  const parked = asked.map(({ id }) => waits.settled(CallId.parse(id), new AbortController().signal))
  // All of them have checked once and sleep.
  await waits.settled(await settledOne(), new AbortController().signal)
  global.gc?.()
  const each = (process.memoryUsage().heapUsed - heap) / count
  const sweep = await timed(async () => {
    await store.recovery.recover()
    await store.approvals.expireDue()
    waits.wake('any')
    await store.turns.claim(processId)
  })
  const idle = await otherWork()
  const deaf = store.outbox.listen((hint) => {
    if (hint.kind === 'wake') waits.wake(hint.calls)
    if (hint.kind === 'person' && hint.userId === user) overview.changed(hint.changed)
  })
  const listing = await timed(async () => {
    overview.changed({ calls: 'any', threads: [] })
    while (sent.characters === 0 || sent.messages < count / 250)
      await new Promise((next) => setTimeout(next, 5))
  })
  const whole = { ...sent }
  const answering = timed(() => inParallel(count, async () => void (await asked.pop()?.answer())))
  const busy = await otherWork()
  const rate = count / ((await answering) / 1000)
  await Promise.all(parked)
  deaf()
  overview.close()
  const perAnswer = (sent.characters - whole.characters) / count
  say(`${count} calls waiting: ${(each / 1024).toFixed(2)} KiB of heap each (the bench's own list included)`)
  say(`  ${rate.toFixed(0)} answers a second; a sweep ${sweep.toFixed(1)} ms`)
  say(
    `  another turn, p50 / p99: ${shown(before)} before, ${shown(idle)} while they wait, ${shown(busy)} while they are answered`,
  )
  say(
    `  a client with the list open: ${(whole.characters / 1e6).toFixed(1)} MB in ${whole.messages} messages and ${listing.toFixed(0)} ms once, then ${perAnswer.toFixed(0)} characters an answer, the other turns included`,
  )
}

interface Latency {
  readonly p50: number
  readonly p99: number
}

/** A complete small turn of someone else: asked, parked, answered. */
async function otherWork(): Promise<Latency> {
  const took: number[] = []
  for (let round = 0; round < 100; round += 1)
    took.push(
      await timed(async () => {
        const { answer } = await askOne()
        await answer()
      }),
    )
  took.sort((a, b) => a - b)
  return { p50: took[50] ?? 0, p99: took[98] ?? 0 }
}

function shown({ p50, p99 }: Latency): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`
}

async function settledOne(): Promise<CallId> {
  const { id, answer } = await askOne()
  await answer()
  return CallId.parse(id)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
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
