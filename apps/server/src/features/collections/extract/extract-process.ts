import { Console } from 'node:console'
import { extract } from './extract.ts'
import { frameOf, frameReader } from './frames.ts'
import { Unreadable } from './limits.ts'
import { recogniser, type Recognise } from './ocr/recognise.ts'

/**
 * Reads files in a separate process, which is all that a hostile file can crash or fill. Files arrive on standard input and texts leave on
 * standard output; it opens no files and no connections.
 */
let queue: Promise<void> = Promise.resolve()
/** OCR, if it was downloaded: the server passes it in, because this process opens no files. */
const parts = new Map<'core' | 'data', Buffer>()
let recognise: Recognise | undefined
// Libraries that print must not corrupt the answers.
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
