import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** What a running server writes down for the next start and for the command line. */
const Running = z.object({ pid: z.number().int().positive(), port: z.number().int(), boot: z.string() })
export type Running = z.infer<typeof Running>

/** Milliseconds that a server has to say that it is alive. */
const PATIENCE = 2000

/** The server of this data folder, if one answers. A note left by a killed server is no server. */
export async function findRunning(home: string): Promise<Running | undefined> {
  const text = await readFile(noteOf(home), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const parsed = Running.safeParse(safeJson(text))
  if (!parsed.success) return undefined
  return (await answers(parsed.data)) ? parsed.data : undefined
}

export async function noteRunning(home: string, running: Running): Promise<void> {
  const beside = `${noteOf(home)}.${running.pid}`
  await writeFile(beside, JSON.stringify(running), { mode: 0o600 })
  await rename(beside, noteOf(home))
}

/** Takes the note away if it is still ours. */
export async function forgetRunning(home: string, boot: string): Promise<void> {
  const text = await readFile(noteOf(home), 'utf8').catch(() => undefined)
  const parsed = Running.safeParse(text === undefined ? undefined : safeJson(text))
  if (parsed.success && parsed.data.boot === boot) await rm(noteOf(home), { force: true })
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

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
