import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a running server writes down for the next start and for the command line. */
export interface Running {
  readonly pid: number
  readonly port: number
  readonly boot: string
}

/** Milliseconds that a server has to say that it is alive. */
const PATIENCE = 2000

/** The server of this data folder, if one answers. A note left by a killed server is no server. */
export async function findRunning(home: string): Promise<Running | undefined> {
  const text = await readFile(noteOf(home), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const running = readRunning(text)
  return running !== undefined && (await answers(running)) ? running : undefined
}

export async function noteRunning(home: string, running: Running): Promise<void> {
  const beside = `${noteOf(home)}.${running.pid}`
  await writeFile(beside, JSON.stringify(running), { mode: 0o600 })
  await rename(beside, noteOf(home))
}

/** Takes the note away if it is still ours. */
export async function forgetRunning(home: string, boot: string): Promise<void> {
  const text = await readFile(noteOf(home), 'utf8').catch(() => undefined)
  if (text !== undefined && readRunning(text)?.boot === boot) await rm(noteOf(home), { force: true })
}

function noteOf(home: string): string {
  return join(home, 'server.json')
}

async function answers(running: Running): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${running.port}/healthz`, {
      signal: AbortSignal.timeout(PATIENCE),
    })
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'boot' in body && body.boot === running.boot
  } catch {
    // Refused, timed out or not JSON: whatever has the port now, it is not that server.
    return false
  }
}

/** Read by hand: hooks ask this in every call, and a schema library takes longer to load than all the rest. */
function readRunning(text: string): Running | undefined {
  const json = safeJson(text)
  if (typeof json !== 'object' || json === null || !('pid' in json) || !('port' in json) || !('boot' in json))
    return undefined
  const { pid, port, boot } = json
  return typeof pid === 'number' && typeof port === 'number' && typeof boot === 'string'
    ? { pid, port, boot }
    : undefined
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
