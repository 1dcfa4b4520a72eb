import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isAlive, ownMark } from './process-mark.ts'

const Mark = z.object({ pid: z.number().int(), born: z.string() })

let opened = 0

/** Notes that this process uses the database. Returns the note, which it removes when it leaves. */
export async function noteClient(control: string): Promise<string> {
  const folder = clientsFolder(control)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  opened += 1
  const note = join(folder, `${process.pid}-${opened}`)
  await writeFile(note, JSON.stringify(await ownMark()), { mode: 0o600 })
  return note
}

/** Removes a note, and those of dead processes. True if no user is left. */
export async function leaveClients(control: string, note: string): Promise<boolean> {
  await rm(note, { force: true })
  return !(await hasClients(control))
}

/** True while a process that uses the database is alive. Removes the notes of dead processes. */
export async function hasClients(control: string): Promise<boolean> {
  const folder = clientsFolder(control)
  let left = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const text = await readFile(path, 'utf8').catch(() => '')
    const mark = Mark.safeParse(readJson(text))
    if (mark.success && (await isAlive(mark.data))) left += 1
    else await rm(path, { force: true })
  }
  return left > 0
}

function clientsFolder(control: string): string {
  return join(control, 'clients')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // It was cut off while being written: its process is gone.
    return undefined
  }
}
