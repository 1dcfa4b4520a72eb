import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Host } from '../../../platform/host.ts'
import { cleanEnvironment } from '../../../processes/clean-environment.ts'
import type { Extracted } from '../chunks/extracted.ts'
import { frameOf, frameReader } from './frames.ts'
import type { OcrParts } from './ocr/brought.ts'

/** The outcome of reading a file. */
export type Extraction =
  | { readonly ok: true; readonly kind: string; readonly extracted: Extracted }
  | { readonly ok: false; readonly code: 'failed' | 'skipped'; readonly reason: string }

export interface Extractor {
  extract(name: string, bytes: Buffer): Promise<Extraction>
  close(): Promise<void>
}

/** Limits: milliseconds per file, megabytes of heap, and of all memory. */
const TIME = 45_000
/** With OCR, which takes seconds per page. */
const OCR_TIME = 300_000
const HEAP = 400
const MEMORY = 700
/** Files per process, and memory after which it is replaced. */
const FILES = 200
const TIRED = 300_000_000
/** Milliseconds between two checks of its memory. */
const LOOK = 200

const Mark = z.object({
  at: z.number(),
  heading: z.object({ level: z.number(), text: z.string() }).optional(),
  place: z.string().optional(),
  page: z.number().optional(),
  breaks: z.boolean().optional(),
  head: z.string().optional(),
})
const Answer = z.union([
  z.object({
    ok: z.literal(true),
    kind: z.string(),
    extracted: z.object({
      title: z.string(),
      language: z.string(),
      text: z.string(),
      marks: z.array(Mark),
      lines: z.boolean(),
      parts: z.number(),
      partsOf: z.string(),
    }),
  }),
  z.object({ ok: z.literal(false), code: z.enum(['failed', 'skipped']), reason: z.string() }),
])

/** Reads files in sequence, in a process that can do nothing else: no writing, and no network if the machine has a sandbox. */
export function openExtractor(
  host: Pick<Host, 'sandbox' | 'home' | 'workspace'>,
  limits: { readonly time: number; readonly memory: number } = { time: TIME, memory: MEMORY },
  /** The parts of OCR, if a person downloaded it. */
  ocr: () => Promise<OcrParts | undefined> = () => Promise.resolve(undefined),
): Extractor {
  let reader: Promise<Reader> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let closed = false
  let hadOcr = false

  async function one(name: string, bytes: Buffer): Promise<Extraction> {
    if (closed) return { ok: false, code: 'failed', reason: 'the server stops' }
    const parts = await ocr()
    // A reader from before OCR was downloaded, or removed, does not know about it.
    if (reader !== undefined && hadOcr !== (parts !== undefined)) {
      const old = await reader
      reader = undefined
      old.end()
    }
    hadOcr = parts !== undefined
    reader ??= startReader(host, parts)
    const open = await reader
    const time = hadOcr ? Math.max(limits.time, OCR_TIME) : limits.time
    const answer = await open.read(name, bytes, { ...limits, time })
    if (open.isDone()) {
      reader = undefined
      open.end()
    }
    return answer
  }

  return {
    extract(name, bytes) {
      const answer = last.then(() => one(name, bytes))
      last = answer.catch(() => undefined)
      return answer
    },
    async close() {
      closed = true
      const open = await reader?.catch(() => undefined)
      open?.end()
      await last
    },
  }
}

interface Reader {
  read(
    name: string,
    bytes: Buffer,
    limits: { readonly time: number; readonly memory: number },
  ): Promise<Extraction>
  /** It ended, is worn out, or was stopped. */
  isDone(): boolean
  end(): void
}

async function startReader(
  host: Pick<Host, 'sandbox' | 'home' | 'workspace'>,
  ocr: OcrParts | undefined,
): Promise<Reader> {
  const { child, leave } = await start(host)
  let files = 0
  let memory = 0
  let ended = false
  let answered: ((answer: Extraction) => void) | undefined
  const end = () => {
    ended = true
    child.kill('SIGKILL')
  }
  child.stdout.on(
    'data',
    frameReader(({ head, body }) => {
      const said = z.object({ memory: z.number() }).safeParse(head)
      memory = said.success ? said.data.memory : memory
      answered?.(answerOf(body))
    }),
  )
  // Its output is not needed; an unread pipe would block it.
  child.stderr.resume()
  child.stdin.on('error', () => undefined)
  if (ocr !== undefined)
    for (const part of ['core', 'data'] as const)
      child.stdin.write(frameOf({ name: '', ocr: part }, ocr[part]))
  child.once('error', () => answered?.(failed('its reader could not be started')))
  child.once('close', () => {
    ended = true
    leave()
    answered?.(failed('reading it took too much memory'))
  })
  return {
    isDone: () => ended || files >= FILES || memory > TIRED,
    end,
    read(name, bytes, limits) {
      files += 1
      return new Promise((resolve) => {
        const settle = (answer: Extraction) => {
          clearTimeout(late)
          clearInterval(look)
          answered = undefined
          resolve(answer)
        }
        answered = settle
        const stop = (reason: string) => {
          settle(failed(reason))
          end()
        }
        const late = setTimeout(
          () => stop(`it took longer than ${Math.round(limits.time / 1000)} seconds to read`),
          limits.time,
        )
        const look = setInterval(() => {
          void residentMegabytes(child.pid).then((used) => {
            if (used > limits.memory && answered === settle) stop('reading it took too much memory')
          })
        }, LOOK)
        if (ended) settle(failed('its reader ended'))
        else child.stdin.write(frameOf({ name }, bytes))
      })
    },
  }
}

function failed(reason: string): Extraction {
  return { ok: false, code: 'failed', reason }
}

function answerOf(body: Buffer): Extraction {
  const parsed = Answer.safeParse(JSON.parse(body.toString('utf8')))
  if (!parsed.success) return failed('its reader gave an unexpected answer')
  const { data } = parsed
  return data.ok ? { ok: true, kind: data.kind, extracted: data.extracted as Extracted } : data // absent and undefined are the same here
}

async function start(host: Pick<Host, 'sandbox' | 'home' | 'workspace'>): Promise<{
  readonly child: ChildProcessWithoutNullStreams
  leave(): void
}> {
  const program = fileURLToPath(new URL(`./extract-process${extension()}`, import.meta.url))
  const sources = extension() === '.ts' ? ['--conditions=countersign-source', '--no-warnings'] : []
  const argv = [process.execPath, `--max-old-space-size=${HEAP}`, ...sources, program]
  const command = `exec ${argv.map(quoted).join(' ')}`
  const inside = await host.sandbox.enter(command, { workspace: host.workspace, rung: 'look', hosts: [] })
  const [file = process.execPath, ...args] = argv
  const env = cleanEnvironment({ home: host.home, marker: 'collections', pty: false })
  const child = spawn(inside?.argv.file ?? file, [...(inside?.argv.args ?? args)], {
    env,
    cwd: '/',
    stdio: 'pipe',
  })
  return { child, leave: () => inside?.leave() }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** For a process and its children; 0: this machine does not report it. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0
  const own = await pagesOf(pid)
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const below = await Promise.all(
    children
      .split(' ')
      .filter((one) => one !== '')
      .map((one) => residentMegabytes(Number(one))),
  )
  return own + below.reduce((sum, one) => sum + one, 0)
}

async function pagesOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return (Number(text.split(' ')[1] ?? 0) * 4096) / 1_000_000
}

/** Tests run the sources, the built product runs JavaScript. */
function extension(): string {
  return import.meta.url.endsWith('.ts') ? '.ts' : '.js'
}
