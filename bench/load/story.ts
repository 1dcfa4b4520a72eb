import type { Answer, Prompt } from '../fleet/model-server.ts'

/** What a person says: stream so many pieces, then ask for so many calls. */
export function message(wish: {
  readonly name: string
  readonly chunks: number
  readonly calls: number
}): string {
  return `load ${wish.name} ${wish.chunks} ${wish.calls}`
}

/** Milliseconds between two pieces of a stream: twenty in a second. */
const PAUSE = 50

/** Streams pieces that say when they were made, asks for files to be written, and ends. */
export function story({ asked, step }: Prompt): Answer {
  const [, name = '', chunks = '0', calls = '0'] = /\bload (\S+) (\d+) (\d+)/.exec(asked) ?? []
  if (step > 0) return { chunks: ['Done.'], pause: 0, calls: [] }
  return {
    chunks: {
      *[Symbol.iterator]() {
        for (let index = 0; index < Number(chunks); index += 1) yield ` @${Date.now()}`
      },
    },
    pause: PAUSE,
    calls: Array.from({ length: Number(calls) }, (_, index) => ({
      tool: 'files.write',
      args: { path: `out/${name}-${index}.txt`, content: name },
    })),
  }
}

/** When the oldest piece in a text was made. */
export function madeAt(text: string): number | undefined {
  const at = /@(\d+)/.exec(text)?.[1]
  return at === undefined ? undefined : Number(at)
}
