/** The result of one job: `null` if it could not be drawn or took too long. */
export type Drawn = string | null

/** The source, and all options that affect the drawing. */
export interface Job {
  readonly source: string
}

/** A worker that does one job at a time and can be terminated in the middle of one. */
export interface Drawer {
  /** Rejects if the drawer breaks. */
  draw(job: Job): Promise<unknown>
  end(): void
}

export interface Bounds {
  /** The longest source that is tried, in characters. */
  readonly source: number
  /** Time limit per job in milliseconds. The first one also waits for the code to load. */
  readonly patience: number
}

/** How many results are cached. */
const KEPT = 200

/**
 * Runs jobs from untrusted text one after another. A job that takes too long is terminated with its drawer; the next one gets a new drawer.
 * The same job runs only once.
 */
export function boundedDrawing(
  hire: () => Drawer,
  { source: longest, patience }: Bounds,
): (job: Job) => Promise<Drawn> {
  let drawer: Drawer | null = null
  let last: Promise<unknown> = Promise.resolve()
  const done = new Map<string, Promise<Drawn>>()

  const run = async (job: Job): Promise<Drawn> => {
    const used = (drawer ??= hire())
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('it takes too long')), patience)
    try {
      const drawn = await Promise.race([used.draw(job), late.promise])
      return typeof drawn === 'string' ? drawn : null
    } catch {
      used.end()
      drawer = null
      return null
    } finally {
      clearTimeout(timer)
    }
  }

  return (job) => {
    if (job.source.length > longest) return Promise.resolve(null)
    const key = JSON.stringify(job)
    const known = done.get(key)
    if (known !== undefined) return known
    // If no drawer can be created, nothing is drawn.
    const result = last.then(() => run(job)).catch(() => null)
    last = result
    done.set(key, result)
    const [oldest] = done.keys()
    if (done.size > KEPT && oldest !== undefined) done.delete(oldest)
    return result
  }
}

/** A worker that answers each message with exactly one. */
export function drawerIn(worker: Worker): Drawer {
  return {
    draw(job) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const over = new AbortController()
      const listening = { signal: over.signal }
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data), listening)
      worker.addEventListener('error', () => reject(new Error('the worker broke')), listening)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage(job)
      return promise.finally(() => over.abort())
    },
    end: () => worker.terminate(),
  }
}
