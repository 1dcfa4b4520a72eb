import {
  readParts,
  walkParts,
  type ChatProvider,
  type ModelPart,
  type ModelRequest,
  type ReadParts,
  type TakePart,
} from '@countersign/agent'

export interface RetryPlan {
  /** Retries after the first attempt. */
  readonly tries: number
  /** Milliseconds before the first repeat; doubles each time. */
  readonly first: number
  /** Longest wait that a provider may ask for; beyond that the person is told, and there is no retry. */
  readonly longest: number
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

/**
 * Retries a failed step, after a delay that doubles or that the provider names. A step that was already streaming visibly starts over.
 * Nothing was dispatched from it: calls are valid only after a finish, so no call is ever proposed twice.
 */
export function retrying(provider: ChatProvider, plan: RetryPlan): ChatProvider {
  const read: ReadParts = async (request, signal, take) => {
    for (let attempt = 0; ; attempt += 1) {
      const tried = await tryOnce(provider, request, signal, take)
      if (tried.kind === 'enough' || signal.aborted) return
      const { failure } = tried
      if (!failure.retryable || attempt >= plan.tries) {
        take(failure)
        return
      }
      if (failure.retryAfter !== undefined && failure.retryAfter > plan.longest) {
        take(notNow(failure, failure.retryAfter))
        return
      }
      if (tried.shown && take({ type: 'restart' })) return
      await plan.sleep(Math.min(failure.retryAfter ?? plan.first * 2 ** attempt, plan.longest), signal)
      if (signal.aborted) return
    }
  }
  return { ...provider, read, stream: (request, signal) => walkParts(read, request, signal) }
}

/** Nobody waits an hour in front of a silent screen: the wait is reported, and the turn ends. */
function notNow(failure: Failure, wait: number): Failure {
  const minutes = Math.ceil(wait / 60_000)
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return { ...failure, message: `${failure.message}; it asks clients to wait ${time}`, retryable: false }
}

type Failure = Extract<ModelPart, { type: 'failed' }>

type Tried =
  | { readonly kind: 'enough' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly shown: boolean }

/** Passes the stream on; calls only once the stream has finished. */
async function tryOnce(
  provider: ChatProvider,
  request: ModelRequest,
  signal: AbortSignal,
  take: TakePart,
): Promise<Tried> {
  let shown = false
  let enough = false
  let failure: Failure | undefined
  const held: ModelPart[] = []
  await readParts(provider, request, signal, (part) => {
    switch (part.type) {
      case 'failed':
        failure = part
        return true
      case 'progress':
        enough = take(part)
        return enough
      case 'call':
        held.push(part)
        return false
      case 'finish':
        if (!held.some((call) => take(call))) take(part)
        enough = true
        return true
      case 'text':
      case 'reasoning':
      case 'restart':
        shown = true
        enough = take(part)
        return enough
    }
  })
  if (enough) return { kind: 'enough' }
  return { kind: 'failed', shown, failure: failure ?? CUT_OFF }
}

const CUT_OFF: Failure = { type: 'failed', message: 'the answer was cut off', retryable: true }
