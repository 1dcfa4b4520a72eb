// The size of a thread snapshot without the bodies of its calls, when one file of 2 MB is written seven times; and the server cost of ten
// clients that open the thread at once.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { ThreadSnapshot } from '../../packages/protocol/src/index.ts'
import { Client } from '../fleet/client.ts'
import { startFleet } from '../fleet/fleet.ts'

const WRITES = 7
const SIZE = 2_000_000
const CLIENTS = 10

/** A text of this many bytes, with every line different. */
function longText(word: string): string {
  const lines: string[] = []
  for (let bytes = 0; bytes < SIZE; bytes += lines.at(-1)?.length ?? SIZE)
    lines.push(`${word} ${lines.length}: the quick brown fox\n`)
  return lines.join('').slice(0, SIZE)
}

const fleet = await startFleet(
  ({ step }) => ({
    chunks: step < WRITES ? [] : ['done'],
    pause: 0,
    calls:
      step < WRITES
        ? [{ tool: 'files.write', args: { path: 'long.txt', content: longText(`round ${step}`) } }]
        : [],
  }),
  {
    processes: 1,
    env: { COUNTERSIGN_MAX_ANSWER: '5000000', COUNTERSIGN_MAX_HISTORY: '10000000' },
  },
)

const door = { address: fleet.proxy.address, token: fleet.token }

async function bytesOf(path: string): Promise<{ readonly bytes: number; readonly body: unknown }> {
  const answer = await fetch(`${door.address}${path}`, { headers: { authorization: `Bearer ${door.token}` } })
  const text = await answer.text()
  return { bytes: Buffer.byteLength(text), body: JSON.parse(text) }
}

/** Memory of the server in megabytes: current or peak. */
function memory(which: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${fleet.servers[0]?.pid ?? 0}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${which}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1000)
}

try {
  const client = new Client('writer', door)
  const created = await client.command({ type: 'thread_create', permission_mode: 'acceptEdits' })
  if (created === 'lost' || created.type !== 'ok' || created.thread_id === undefined)
    throw new Error(JSON.stringify(created))
  const { thread_id: thread } = created
  await client.command({ type: 'turn_start', thread_id: thread, text: 'write it seven times' })
  let snapshot: ThreadSnapshot | undefined
  while (snapshot?.turn?.state !== 'done') {
    await delay(1000)
    snapshot = ThreadSnapshot.parse((await bytesOf(`/api/threads/${thread}`)).body)
    if (snapshot.turn?.state === 'failed') throw new Error(snapshot.turn.error ?? 'failed')
  }
  let whole = 0
  for (const { id } of snapshot.calls) whole += (await bytesOf(`/api/calls/${id}`)).bytes
  const { bytes } = await bytesOf(`/api/threads/${thread}`)
  await fleet.servers[0]?.facts()
  const before = memory('VmRSS')
  const clients = Array.from({ length: CLIENTS }, (_, index) => new Client(`reader ${index}`, door))
  const start = process.hrtime.bigint()
  await Promise.all(clients.map((one) => one.follow(thread)))
  const took = Number(process.hrtime.bigint() - start) / 1e9
  const peak = memory('VmHWM')
  for (const one of [client, ...clients]) one.close()
  console.log(
    `${snapshot.calls.length} writes of ${SIZE} bytes: snapshot ${bytes} bytes, all bodies ${whole} bytes: 1 to ${Math.round(whole / bytes)}`,
  )
  console.log(
    `${CLIENTS} clients open it at once in ${took.toFixed(1)} s; the server had ${before} MB before, at most ${peak} MB in its life`,
  )
} finally {
  await fleet.close()
}
