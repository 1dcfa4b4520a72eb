import { Console } from 'node:console'
import { extract } from './extract.ts'
import { frameOf, frameReader } from './frames.ts'
import { Unreadable } from './limits.ts'

/**
 * Reads files in a process of its own: a hostile file can end it or fill it, and nothing else. Files come in by standard input and texts go
 * out by standard output; it opens no file of anyone and no connection.
 */
let queue: Promise<void> = Promise.resolve()
// Libraries that print something must not spoil the answers.
globalThis.console = new Console(process.stderr)

process.stdin.on(
  'data',
  frameReader(({ head, body }) => {
    const { name } = head as { name: string } // written by the server
    queue = queue.then(() => read(name, Buffer.from(body)))
  }),
)
process.stdin.on('end', () => {
  void queue.then(() => process.exit(0))
})

async function read(name: string, bytes: Buffer): Promise<void> {
  try {
    const { kind, extracted } = await extract(name, bytes)
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
