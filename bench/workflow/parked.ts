// Many runs that wait for a time: their cost while nothing happens, and how late the due ones continue.
import { setTimeout as sleep } from 'node:timers/promises'
import { testServer } from '../../apps/server/src/testing/running-server.ts'
import { asking, ended, saved, started } from './stored-runs.ts'

const PARKED = Number(process.env['PARKED'] ?? 10_000)
const DUE = 20
/** Seconds until the runs are due. */
const SOON = 10
const AT_ONCE = 8
const IDLE_MS = 10_000

const waits = (how: string) => ({
  version: 1,
  name: `waits ${how}`,
  inputs: {},
  outputs: {},
  nodes: [{ id: 'wait', type: 'time.wait', inputs: { for: how } }],
  edges: [],
})

const server = await testServer()
const ask = asking(server)
try {
  const long = await saved(ask, waits('24h'))
  let left = PARKED
  const starting = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await started(ask, long)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, starting))
  await sleep(2000)
  const cpu = process.cpuUsage()
  await sleep(IDLE_MS)
  const { user, system } = process.cpuUsage(cpu)
  const share = ((user + system) / 1000 / IDLE_MS) * 100
  console.log(`${PARKED} parked runs, idle for ${IDLE_MS / 1000} s: ${share.toFixed(2)} % of one processor`)

  const soon = await saved(ask, waits(`${SOON}s`))
  const due = await Promise.all(Array.from({ length: DUE }, () => started(ask, soon)))
  const took = await Promise.all(due.map((id) => ended(ask, id)))
  console.log(`${DUE} of them are due: the last went on ${Math.max(...took) - SOON * 1000} ms after its time`)
} finally {
  await server.close()
}
