import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { removeLeftProgram } from './bridge-program.ts'
import { childrenOf, kill } from '../processes/process-table.ts'

const Mark = z.object({ pid: z.number().int().positive(), born: z.string() })
/** Identifies a process even if its id is reused. */
type Mark = z.infer<typeof Mark>

/** How to identify processes. */
export interface ProcessMarks {
  markOf(pid: number): Promise<Mark | undefined>
  isAlive(mark: Mark): Promise<boolean>
  commandLine(pid: number): Promise<string | undefined>
}

/**
 * The sandbox library starts bridges between the sandbox and its proxy. They are separate processes, which end with their server where the
 * machine supports it (`bridge-program.ts`). Elsewhere a killed server leaves them behind: it notes what it started, and the next server on
 * the same data folder ends the rest.
 */
export interface Bridges {
  /** Records the bridges of this process, and their program, if one was made for them. */
  note(program?: string): Promise<void>
  /** They were ended properly. */
  forget(): Promise<void>
  /** Ends the bridges of servers that are gone. Returns how many. */
  endLeft(): Promise<number>
}

const Note = z.object({
  server: Mark,
  bridges: z.array(Mark.extend({ socket: z.string() })),
  program: z.string().optional(),
})

export function sandboxBridges(folder: string, marks: ProcessMarks): Bridges {
  const own = join(folder, `${process.pid}.json`)
  return {
    async note(program) {
      const server = await marks.markOf(process.pid)
      const bridges = await bridgesOf(process.pid, marks)
      if (!server || bridges.length === 0) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(own, JSON.stringify({ server, bridges, program }), { mode: 0o600 })
    },
    forget: () => rm(own, { force: true }),
    async endLeft() {
      let ended = 0
      for (const name of await readdir(folder).catch(() => [])) {
        const file = join(folder, name)
        const note = Note.safeParse(readJson(await readFile(file, 'utf8').catch(() => '')))
        if (note.success && (await marks.isAlive(note.data.server))) continue
        for (const bridge of note.data?.bridges ?? []) if (await endOne(bridge, marks)) ended += 1
        await removeLeftProgram(note.data?.program ?? '')
        await rm(file, { force: true })
      }
      return ended
    },
  }
}

type Bridge = z.infer<typeof Note>['bridges'][number]

/** Only the recorded process, and only while it is still that bridge. */
async function endOne({ socket, ...mark }: Bridge, marks: ProcessMarks): Promise<boolean> {
  if (mark.born === '' || !(await marks.isAlive(mark))) return false
  if ((await marks.commandLine(mark.pid))?.includes(`UNIX-LISTEN:${socket},`) !== true) return false
  kill(mark.pid, 'SIGTERM')
  await rm(socket, { force: true })
  return true
}

async function bridgesOf(pid: number, marks: ProcessMarks): Promise<readonly Bridge[]> {
  const found: Bridge[] = []
  for (const child of await childrenOf(pid)) {
    const [, socket] = /UNIX-LISTEN:([^,]+),/.exec((await marks.commandLine(child)) ?? '') ?? []
    const mark = await marks.markOf(child)
    if (socket !== undefined && mark) found.push({ ...mark, socket })
  }
  return found
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // It was cut off while being written: nothing is known about it.
    return undefined
  }
}
