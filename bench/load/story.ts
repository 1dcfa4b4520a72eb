import type { Answer, Prompt } from '../fleet/model-server.ts'

/** A person's message: the number of chunks to stream, then the number of calls to make. */
export function message(wish: {
  readonly name: string
  readonly chunks: number
  readonly calls: number
}): string {
  return `load ${wish.name} ${wish.chunks} ${wish.calls}`
}

/** Milliseconds between two chunks of a stream: twenty per second. */
const PAUSE = 50

/** Streams chunks that contain their creation time, asks to write files, and ends. */
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

/** The creation time of the oldest chunk in a text. */
export function madeAt(text: string): number | undefined {
  const at = /@(\d+)/.exec(text)?.[1]
  return at === undefined ? undefined : Number(at)
}
