import { parentPort, workerData } from 'node:worker_threads'
import { readablePage } from '../../readable-page/readable.ts'

/** Reads one page and ends: a thread of its own, because a page can be made to take for ever. */
const { html, url } = workerData as { readonly html: string; readonly url: string } // given by `readInThread`
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread has no origin
parentPort?.postMessage(readablePage(html, url))
