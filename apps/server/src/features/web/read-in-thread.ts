import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { ownProgram } from '../../processes/own-program.ts'
import { strippedPage } from './stripped-page.ts'
import type { ReadablePage } from '../../readable-page/readable.ts'

/** Limits for reading a page: milliseconds, and megabytes. */
const TIME = 5000
const MEMORY = 512

const Page = z.object({ title: z.string(), text: z.string() })

/**
 * The readable part of a page, computed in a separate thread, so that it blocks nothing. A page that exceeds the limits is read as plain
 * text.
 */
export function readInThread(html: string, url: string, signal: AbortSignal): Promise<ReadablePage> {
  const worker = new Worker(ownProgram('./readable-worker', import.meta.url), {
    workerData: { html, url },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  })
  return new Promise((resolve) => {
    const end = (page: ReadablePage) => {
      clearTimeout(late)
      signal.removeEventListener('abort', plain)
      resolve(page)
      void worker.terminate()
    }
    const plain = () => end(strippedPage(html))
    const late = setTimeout(plain, TIME)
    signal.addEventListener('abort', plain, { once: true })
    worker.once('message', (message: unknown) => {
      const page = Page.safeParse(message)
      if (page.success) end(page.data)
      else plain()
    })
    worker.once('error', plain)
    worker.once('exit', plain)
  })
}
