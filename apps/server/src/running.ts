import { rename, rm, writeFile } from 'node:fs/promises'
import { noteOf, readNote, type Running } from './data-folder.ts'

/** Milliseconds in which a server must answer that it is alive. */
const PATIENCE = 2000

/** The server of this data folder, if one answers. A note left by a killed server does not qualify. */
export async function findRunning(home: string): Promise<Running | undefined> {
  const running = readNote(home)
  return running !== undefined && (await answers(running)) ? running : undefined
}

export async function noteRunning(home: string, running: Running): Promise<void> {
  const beside = `${noteOf(home)}.${running.pid}`
  await writeFile(beside, JSON.stringify(running), { mode: 0o600 })
  await rename(beside, noteOf(home))
}

/** Removes the note if it is still ours. */
export async function forgetRunning(home: string, boot: string): Promise<void> {
  if (readNote(home)?.boot === boot) await rm(noteOf(home), { force: true })
}

async function answers(running: Running): Promise<boolean> {
  try {
    // eslint-disable-next-line no-restricted-globals -- asks one of our own servers, for no agent
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
