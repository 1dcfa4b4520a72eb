// `npm run load -- --turn-cost`: the CPU time of one server for a turn that streams sixty chunks and asks once.
import { startFleet, type Fleet } from '../fleet/fleet.ts'
import { Listener } from './listener.ts'
import { message, story } from './story.ts'

const CHUNKS = 60
/** Concurrent turns, and how many are measured after the warm-up. */
const LANES = 8
const WARM_UP = 64
const COUNTED = 160

/** CPU milliseconds per turn, on a warm server with one screen per thread. */
export async function turnCost(): Promise<number> {
  const fleet = await startFleet(story, { processes: 1, env: { COUNTERSIGN_APPROVAL_TIMEOUT: 'never' } })
  try {
    await turns(fleet, WARM_UP)
    const before = await processorOf(fleet)
    await turns(fleet, COUNTED)
    return ((await processorOf(fleet)) - before) / COUNTED
  } finally {
    await fleet.close()
  }
}

async function processorOf(fleet: Fleet): Promise<number> {
  const facts = await Promise.all(fleet.servers.map((server) => server.facts()))
  return facts.reduce((sum, { processor }) => sum + processor * 1000, 0)
}

async function turns(fleet: Fleet, count: number): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index).values()
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const index of indexes) await turn(fleet, `t${count}-${index}`)
    }),
  )
}

/** One person: a new thread, a message, a yes, the end. */
async function turn(fleet: Fleet, name: string): Promise<void> {
  const ended = Promise.withResolvers<void>()
  const door = { address: fleet.proxy.address, token: fleet.token }
  const listener = await Listener.open(door, (event) => {
    if (event.type === 'tool_call_update') {
      const { id, hash, state } = event['call'] as { id: string; hash: string; state: string } // the schema of the wire
      if (state !== 'waiting') return
      const answer = { type: 'tool_approval_response', tool_call_id: id, hash, decision: 'allow_once' }
      listener.command(answer).catch(ended.reject)
    } else if (event.type === 'turn_updated') {
      const { state } = event['turn'] as { state: string } // the schema of the wire
      if (state === 'done') ended.resolve()
      if (state === 'failed') ended.reject(new Error(`the turn ${name} failed`))
    }
  })
  const { thread_id } = await listener.command({
    type: 'thread_create',
    // Without a title, the server would also ask the model for one, which is not part of the turn.
    title: name,
    permission_mode: 'default',
  })
  await listener.command({ type: 'subscribe', thread_id, after_seq: 0 })
  await listener.command({
    type: 'turn_start',
    thread_id,
    text: message({ name, chunks: CHUNKS, calls: 1 }),
  })
  await ended.promise
  listener.close()
}
