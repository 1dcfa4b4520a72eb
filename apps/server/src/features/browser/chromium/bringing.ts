import { BRINGABLE, bringFromRegistry, type Progress } from './bring.ts'
import { startOnce, whyNoBrowser } from './launch.ts'

export interface BringingParts {
  /** The folder that gets the browser. */
  readonly folder: string
  /** Folders that a browser must not read. */
  readonly hidden: readonly string[]
  readonly bring?: typeof bringFromRegistry
}

/** The download that a person asked for: at most one at a time in this process, watched from the pane. */
export class Bringing {
  readonly #parts: BringingParts
  readonly #stop = new AbortController()
  #running: Promise<void> | undefined
  #progress: Progress | null = null
  #problem: string | null = null

  constructor(parts: BringingParts) {
    this.#parts = parts
  }

  get progress(): Progress | null {
    return this.#progress
  }
  /** Why the last download failed, and what to do. */
  get problem(): string | null {
    return this.#problem
  }

  /** Resolves when it is over; `problem` says whether it worked. A second press joins the first. */
  start(): Promise<void> {
    this.#progress ??= { step: 'downloading', done: 0, total: BRINGABLE.bytes }
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
      this.#progress = null
    })
    return this.#running
  }

  async #work(): Promise<void> {
    this.#problem = null
    const { folder, hidden, bring = bringFromRegistry } = this.#parts
    // A browser that could not start afterwards is not worth a download.
    const why = await whyNoBrowser([{ path: folder, source: 'the data folder' }])
    if (why !== undefined) {
      this.#problem = `${why}.`
      return
    }
    try {
      const brought = await bring(folder, {
        signal: this.#stop.signal,
        at: (progress) => {
          // A look at the size of a folder can end after the download.
          if (this.#running !== undefined) this.#progress = progress
        },
        check: (path) => startOnce(path, hidden),
      })
      if (!brought.ok) this.#problem = brought.message
    } catch (cause) {
      this.#problem = cause instanceof Error ? cause.message : String(cause)
    }
  }

  /** The server ends. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }
}
