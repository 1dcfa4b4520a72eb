import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { codeOf } from '../sql/store-error.ts'
import { isAlive, ownMark, type ProcessMark } from './process-mark.ts'

const Ticket = z.object({ pid: z.number().int(), born: z.string(), released: z.boolean() })

/** Milliseconds between two checks of a held lock. */
const LOOK = 25

let drafts = 0

/**
 * Does a piece of work while no other process works under the same folder. A dead holder is skipped. Returns `busy` if the lock was not
 * free within `patience` milliseconds. Tickets are numbered and the highest one is never removed, so that each number is drawn once: if two
 * processes both see a dead holder, only one can link the next number.
 */
export async function withFolderLock<T>(
  folder: string,
  patience: number,
  work: () => Promise<T>,
): Promise<T | 'busy'> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const mine = await draw(folder, patience)
  if (mine === undefined) return 'busy'
  try {
    return await work()
  } finally {
    await release(folder, mine)
  }
}

async function draw(folder: string, patience: number): Promise<number | undefined> {
  const me = await ownMark()
  for (let waited = 0; waited <= patience; waited += LOOK) {
    const highest = await highestTicket(folder)
    if (highest === 0 || !(await isHeld(folder, highest))) {
      const next = highest + 1
      if (await take(folder, next, me)) {
        if ((await highestTicket(folder)) === next) {
          await sweep(folder, next)
          return next
        }
        // We slept through a whole round: higher numbers were drawn and the lower ones removed.
        await rm(ticketPath(folder, next), { force: true })
      }
    }
    await delay(LOOK)
  }
  return undefined
}

/** Links a finished ticket to its number, so that nobody reads a partial one. */
async function take(folder: string, number: number, me: ProcessMark): Promise<boolean> {
  const draft = await writeDraft(folder, { ...me, released: false })
  try {
    await link(draft, ticketPath(folder, number))
    return true
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    throw cause
  } finally {
    await rm(draft, { force: true })
  }
}

async function isHeld(folder: string, number: number): Promise<boolean> {
  const text = await readFile(ticketPath(folder, number), 'utf8').catch(() => undefined)
  if (text === undefined) return false
  const ticket = Ticket.safeParse(readJson(text))
  return ticket.success && !ticket.data.released && (await isAlive(ticket.data))
}

async function release(folder: string, number: number): Promise<void> {
  const draft = await writeDraft(folder, { pid: process.pid, born: '', released: true })
  await rename(draft, ticketPath(folder, number))
}

async function writeDraft(folder: string, ticket: z.infer<typeof Ticket>): Promise<string> {
  drafts += 1
  const draft = join(folder, `draft-${process.pid}-${drafts}`)
  await writeFile(draft, JSON.stringify(ticket), { mode: 0o600 })
  return draft
}

/** Only the holder removes lower tickets. */
async function sweep(folder: string, holder: number): Promise<void> {
  for (const number of await ticketNumbers(folder))
    if (number < holder) await rm(ticketPath(folder, number), { force: true })
}

async function highestTicket(folder: string): Promise<number> {
  return Math.max(0, ...(await ticketNumbers(folder)))
}

async function ticketNumbers(folder: string): Promise<readonly number[]> {
  const names = await readdir(folder)
  return names.flatMap((name) => {
    const match = /^ticket-(\d+)$/.exec(name)
    return match ? [Number(match[1])] : []
  })
}

function ticketPath(folder: string, number: number): string {
  return join(folder, `ticket-${number}`)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not one of ours: the schema rejects it.
    return undefined
  }
}
