import type { Values } from '@countersign/workflow'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CodeAnswer, CodeJob } from './worker.ts'

/** Runs the code of `code.javascript` nodes. */
export interface CodePool {
  /** Rejects with a `CodeFailure` if the code is at fault. `limit`: milliseconds, if that is less than every code gets; waiting for a worker is not charged. */
  run(source: string, inputs: Values, signal: AbortSignal, limit?: number): Promise<Values>
  close(): Promise<void>
}

/** Why code returned no result. */
class CodeFailure extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Maximum number of workers, and the limits of each: memory in bytes, time in milliseconds. */
const WORKERS = 2
const MEMORY = 64 * 1024 * 1024
const DEADLINE = 5000
/** The interrupt handler is tried first; it does not fire inside native loops, so the worker is then terminated. */
const GRACE = 250
/** A new worker first loads its sandbox, which is not charged to the code's time limit. */
const LOADING = 30_000
const SOURCE_LIMIT = 200_000

export function codePool({ deadline: longest = DEADLINE, memory = MEMORY } = {}): CodePool {
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const queue: (() => void)[] = []
  let busy = 0

  const take = async (): Promise<Worker> => {
    if (busy >= WORKERS) await new Promise<void>((go) => queue.push(go))
    busy += 1
    const known = idle.pop()
    if (known) return known
    const made = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url))
    made.unref()
    all.add(made)
    return made
  }
  const give = (worker: Worker | undefined) => {
    busy -= 1
    if (worker) idle.push(worker)
    queue.shift()?.()
  }
  const end = async (worker: Worker) => {
    all.delete(worker)
    await worker.terminate()
  }

  return {
    async run(source, { source: _source, ...inputs }, signal, limit = longest) {
      const deadline = Math.min(limit, longest)
      if (source.length > SOURCE_LIMIT)
        throw new CodeFailure('too_long', `code can have at most ${SOURCE_LIMIT} characters`)
      const worker = await take()
      const job: CodeJob = { source, inputs: JSON.stringify(inputs), memory, deadline }
      const answer = await answerOf(worker, job, deadline + GRACE, signal)
      if (answer === 'late' || answer === 'stopped' || answer === 'broken') {
        await end(worker)
        give(undefined)
        signal.throwIfAborted()
        if (answer === 'late') throw new CodeFailure('timeout', `the code ran longer than ${deadline} ms`)
        throw new CodeFailure('code_failed', 'the code crashed its sandbox; it may have run out of memory')
      }
      give(worker)
      if (!answer.ok) {
        const late = answer.message === 'interrupted'
        throw new CodeFailure(
          late ? 'timeout' : 'code_failed',
          late ? `the code ran longer than ${deadline} ms` : answer.message,
        )
      }
      return outputsIn(answer.outputs)
    },
    async close() {
      await Promise.all([...all].map(end))
    },
  }
}

/** The sandbox checks what the code returns, but the code can give its own `JSON` or `toJSON` to the sandbox: only what arrives here counts. */
function outputsIn(json: string): Values {
  try {
    const made: unknown = JSON.parse(json)
    if (typeof made === 'object' && made !== null && !Array.isArray(made)) return made as Values // parsed from JSON
  } catch {
    // It is no JSON at all.
  }
  throw new CodeFailure('code_failed', 'the code must return an object with its outputs')
}

function answerOf(
  worker: Worker,
  job: CodeJob,
  limit: number,
  signal: AbortSignal,
): Promise<CodeAnswer | 'late' | 'stopped' | 'broken'> {
  return new Promise((resolve) => {
    const over = (answer: CodeAnswer | 'late' | 'stopped' | 'broken') => {
      clearTimeout(timer)
      worker.off('message', onMessage)
      worker.off('error', broken)
      worker.off('exit', broken)
      signal.removeEventListener('abort', stop)
      resolve(answer)
    }
    const broken = () => over('broken')
    const stop = () => over('stopped')
    const late = () => over('late')
    let timer = setTimeout(late, LOADING)
    const onMessage = (message: CodeAnswer | 'begins') => {
      if (message !== 'begins') return over(message)
      clearTimeout(timer)
      timer = setTimeout(late, limit)
    }
    worker.on('message', onMessage)
    worker.on('error', broken)
    worker.on('exit', broken)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(job)
  })
}
