import { parentPort, workerData } from 'node:worker_threads'
import { readablePage } from '../../readable-page/readable.ts'

/** Reads one page and ends: in a separate thread, because a page can be made to take forever. */
const { html, url } = workerData as { readonly html: string; readonly url: string } // given by `readInThread`
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread has no origin
parentPort?.postMessage(readablePage(html, url))
