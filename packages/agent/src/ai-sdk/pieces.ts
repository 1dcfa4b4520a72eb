/** Passes a piece on. Resolves once the reader wants another; rejects if the reader is gone. */
export type Give = (piece: unknown) => Promise<void>

/**
 * Yields the pieces of some work as it makes them: like a generator, the work continues when the reader asks for the next piece. It returns
 * or throws as the work does. A reader that stops also stops the work.
 */
export async function* piecesOf(work: (give: Give) => Promise<unknown>): AsyncGenerator<unknown, void> {
  let offered = Promise.withResolvers<{ readonly piece: unknown } | null>()
  let wanted = Promise.withResolvers<boolean>()
  const ended = work(async (piece) => {
    offered.resolve({ piece })
    if (!(await wanted.promise)) throw new Error('nobody reads its result any more')
  })
  const over = () => offered.resolve(null)
  ended.then(over, over)
  try {
    for (;;) {
      const next = await offered.promise
      if (next === null) break
      yield next.piece
      const { resolve: goOn } = wanted
      offered = Promise.withResolvers()
      wanted = Promise.withResolvers()
      goOn(true)
    }
  } finally {
    wanted.resolve(false)
  }
  await ended
}

/** Whether a tool declares, by the kind of its function, that it gives its result piece by piece. */
export function isGenerator(execute: unknown): boolean {
  return Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]'
}

/** The result of a tool. If the tool gives several pieces, each is passed on and the last one is the result. */
export async function lastOf(given: unknown, give: Give): Promise<unknown> {
  const value = await given
  if (!isAsyncIterable(value)) return value
  let last: unknown
  for await (const piece of value) {
    last = piece
    await give(piece)
  }
  return last
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
