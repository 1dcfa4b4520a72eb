import { Console } from 'node:console'
import { render, type Drawing } from './render.ts'
import { DrawingRefused } from './xml.ts'

/**
 * Draws one picture in a separate process, which is all that a hostile drawing can crash or fill. The drawing arrives on standard input; a
 * line of JSON and the bytes of the picture leave on standard output.
 */
// Libraries that print must not corrupt the answer.
globalThis.console = new Console(process.stderr)

const pieces: Buffer[] = []
process.stdin.on('data', (piece: Buffer) => pieces.push(piece))
process.stdin.on('end', () => void draw(Buffer.concat(pieces).toString('utf8')))

async function draw(asked: string): Promise<void> {
  try {
    const { png, ...facts } = await render(JSON.parse(asked) as Drawing) // written by the server
    answer({ ok: true, ...facts }, png)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    answer({
      ok: false,
      why: cause instanceof DrawingRefused ? why : `the drawing failed: ${why.slice(0, 300)}`,
    })
  }
}

function answer(head: Readonly<Record<string, unknown>>, body: Buffer = Buffer.alloc(0)): void {
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]), () => process.exit(0))
}
