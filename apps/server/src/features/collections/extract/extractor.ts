import { z } from 'zod'
import { ownProgram } from '../../../processes/own-program.ts'
import { startApart, watchLimits, type ApartHost, type ApartLimits } from '../../../sandbox/start-apart.ts'
import type { Extracted } from '../chunks/extracted.ts'
import { frameOf, frameReader } from './frames.ts'
import type { OcrParts } from './ocr/brought.ts'
import { serial } from '../../../serial.ts'

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
  host: ApartHost,
  limits: ApartLimits = { time: TIME, memory: MEMORY },
  /** The parts of OCR, if a person downloaded it. */
  ocr: () => Promise<OcrParts | undefined> = () => Promise.resolve(undefined),
): Extractor {
  let reader: Promise<Reader> | undefined
  const inTurn = serial()
  let closed = false
  let hadOcr = false

  async function one(name: string, bytes: Buffer): Promise<Extraction> {
    if (closed) return { ok: false, code: 'failed', reason: 'the server is stopping' }
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
    extract: (name, bytes) => inTurn(() => one(name, bytes)),
    async close() {
      closed = true
      const open = await reader?.catch(() => undefined)
      open?.end()
      // This waits until the files that were already handed in are read.
      await inTurn(() => Promise.resolve())
    },
  }
}

interface Reader {
  read(name: string, bytes: Buffer, limits: ApartLimits): Promise<Extraction>
  /** It ended, is worn out, or was stopped. */
  isDone(): boolean
  end(): void
}

async function startReader(host: ApartHost, ocr: OcrParts | undefined): Promise<Reader> {
  const child = await startApart(host, {
    program: ownProgram('./extract-process', import.meta.url),
    flags: [`--max-old-space-size=${HEAP}`],
  })
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
  if (ocr !== undefined)
    for (const part of ['core', 'data'] as const)
      child.stdin.write(frameOf({ name: '', ocr: part }, ocr[part]))
  child.once('error', () => answered?.(failed('its reader could not be started')))
  child.once('close', () => {
    ended = true
    answered?.(failed('reading it took too much memory'))
  })
  return {
    isDone: () => ended || files >= FILES || memory > TIRED,
    end,
    read(name, bytes, limits) {
      files += 1
      return new Promise((resolve) => {
        const settle = (answer: Extraction) => {
          endWatch()
          answered = undefined
          resolve(answer)
        }
        answered = settle
        const stop = (reason: string) => {
          settle(failed(reason))
          end()
        }
        const endWatch = watchLimits(child, limits, (what) =>
          stop(
            what === 'time'
              ? `it took longer than ${Math.round(limits.time / 1000)} seconds to read`
              : 'reading it took too much memory',
          ),
        )
        if (ended) settle(failed('its reader exited'))
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
