import type { ChatProvider, ModelPart } from '@countersign/agent'

export interface RetryPlan {
  /** Tries after the first one. */
  readonly tries: number
  /** Milliseconds before the first repeat; doubles each time. */
  readonly first: number
  /** Longest wait that a provider may ask for. */
  readonly longest: number
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

/**
 * Tries a failed step again, after a while that doubles or that the provider names. A step that was already streaming starts over
 * visibly. Nothing was dispatched from it: calls count only after a finish, so no call is ever proposed twice.
 */
export function retrying(provider: ChatProvider, plan: RetryPlan): ChatProvider {
  return {
    ...provider,
    async *stream(request, signal): AsyncGenerator<ModelPart> {
      for (let attempt = 0; ; attempt += 1) {
        let shown = false
        let failure: Extract<ModelPart, { type: 'failed' }> | undefined
        const held: ModelPart[] = []
        for await (const part of provider.stream(request, signal)) {
          if (part.type === 'failed') failure = part
          else if (part.type === 'call') held.push(part)
          else if (part.type === 'finish') {
            yield* held
            yield part
            return
          } else {
            shown = true
            yield part
          }
          if (failure) break
        }
        if (signal.aborted) return
        const last = failure ?? {
          type: 'failed' as const,
          message: 'the answer was cut off',
          retryable: true,
        }
        if (!last.retryable || attempt >= plan.tries) {
          yield last
          return
        }
        if (shown) yield { type: 'restart' }
        await plan.sleep(Math.min(last.retryAfter ?? plan.first * 2 ** attempt, plan.longest), signal)
        if (signal.aborted) return
      }
    },
  }
}
