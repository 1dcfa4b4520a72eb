import { Console } from 'node:console'
import { extract } from './extract.ts'
import { frameOf, frameReader } from './frames.ts'
import { Unreadable } from './limits.ts'
import { recogniser, type Recognise } from './ocr/recognise.ts'

/**
 * Reads files in a process of its own: a hostile file can end it or fill it, and nothing else. Files come in by standard input and texts go
 * out by standard output; it opens no file of anyone and no connection.
 */
let queue: Promise<void> = Promise.resolve()
/** OCR, if it was brought: the server hands it in, because this process opens no files. */
const parts = new Map<'core' | 'data', Buffer>()
let recognise: Recognise | undefined
// Libraries that print something must not spoil the answers.
globalThis.console = new Console(process.stderr)

process.stdin.on(
  'data',
  frameReader(({ head, body }) => {
    const { name, ocr } = head as { name: string; ocr?: 'core' | 'data' } // written by the server
    if (ocr === undefined) queue = queue.then(() => read(name, Buffer.from(body)))
    else parts.set(ocr, Buffer.from(body))
  }),
)
process.stdin.on('end', () => {
  void queue.then(() => process.exit(0))
})

async function read(name: string, bytes: Buffer): Promise<void> {
  try {
    const core = parts.get('core')
    const data = parts.get('data')
    if (core !== undefined && data !== undefined) recognise ??= recogniser(core, data)
    const { kind, extracted } = await extract(name, bytes, recognise)
    answer({ ok: true, kind, extracted })
  } catch (cause) {
    if (cause instanceof Unreadable) answer({ ok: false, code: cause.code, reason: cause.message })
    else answer({ ok: false, code: 'failed', reason: `it could not be read: ${messageOf(cause)}` })
  }
}

function answer(value: Readonly<Record<string, unknown>>): void {
  const memory = process.memoryUsage().rss
  process.stdout.write(frameOf({ memory }, Buffer.from(JSON.stringify(value))))
}

function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 300)
}
