import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core'
import { parentPort } from 'node:worker_threads'
import { elapsed } from '../../../clock.ts'

/**
 * One piece of code. The worker runs each in a fresh context without clock, randomness, files or network, and the pool terminates the
 * worker if it exceeds the deadline.
 */

export interface CodeJob {
  readonly source: string
  /** Encoded as JSON. */
  readonly inputs: string
  readonly memory: number
  readonly deadline: number
}

export type CodeAnswer =
  | { readonly ok: true; readonly outputs: string }
  | { readonly ok: false; readonly message: string }

const quickJs = newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'))

/** Removes everything that could make equal inputs give different results. */
const WITHOUT = `
delete globalThis.Date; delete globalThis.performance;
delete Math.random; delete globalThis.WeakRef; delete globalThis.FinalizationRegistry;
`

async function run({ source, inputs, memory, deadline }: CodeJob): Promise<CodeAnswer> {
  const runtime = (await quickJs).newRuntime()
  runtime.setMemoryLimit(memory)
  runtime.setMaxStackSize(512 * 1024)
  send('begins')
  const until = elapsed() + deadline
  runtime.setInterruptHandler(() => elapsed() > until)
  const context = runtime.newContext()
  try {
    const text = context.newString(inputs)
    context.setProp(context.global, '__inputs', text)
    text.dispose()
    const code = `${WITHOUT}
      const __given = JSON.parse(__inputs); delete globalThis.__inputs;
      const __made = (function (inputs) { 'use strict';\n${source}\n})(__given);
      if (__made === null || typeof __made !== 'object' || Array.isArray(__made))
        throw new Error('the code must return an object with its outputs');
      JSON.stringify(__made)`
    const result = context.evalCode(code, 'node.js')
    if (result.error) {
      const error: unknown = context.dump(result.error)
      result.error.dispose()
      return { ok: false, message: messageOf(error) }
    }
    const outputs = context.getString(result.value)
    result.value.dispose()
    return { ok: true, outputs }
  } finally {
    context.dispose()
    runtime.dispose()
  }
}

function messageOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) {
    const { message } = error
    return typeof message === 'string' ? message : 'it failed'
  }
  return String(error)
}

function send(answer: CodeAnswer | 'begins'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the thread above has no origin
  parentPort?.postMessage(answer)
}

parentPort?.on('message', (job: CodeJob) => {
  run(job)
    .catch((cause: unknown): CodeAnswer => ({
      ok: false,
      message: cause instanceof Error ? cause.message : String(cause),
    }))
    .then(send)
    .catch(() => undefined)
})
