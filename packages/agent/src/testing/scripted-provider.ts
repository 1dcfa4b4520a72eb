import type { ChatProvider, ModelPart, ModelRequest } from '../provider.ts'

/** The answer of a scripted model in one step. */
export interface ScriptedStep {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly args: unknown }[]
  /** Raw JSON texts, for invalid arguments. */
  readonly rawCalls?: readonly { readonly name: string; readonly input: string }[]
  readonly fail?: string
  /** US dollars. */
  readonly cost?: number | null
  /** Never finishes: the stream just ends. */
  readonly cutOff?: boolean
}

/** A model that follows a script, for tests. `requests` records the requests that it got. */
export function scriptedProvider(
  play: (request: ModelRequest, step: number) => ScriptedStep | Promise<ScriptedStep>,
): ChatProvider & { readonly requests: readonly ModelRequest[] } {
  const requests: ModelRequest[] = []
  return {
    name: 'Scripted',
    requests,
    async *stream(request, signal): AsyncGenerator<ModelPart> {
      const index = requests.push({ ...request, messages: [...request.messages] }) - 1
      const step = await play(request, index)
      if (signal.aborted) return
      if (step.text !== undefined) yield { type: 'text', text: step.text }
      const raw = [
        ...(step.calls ?? []).map((call) => ({ name: call.name, input: JSON.stringify(call.args) })),
        ...(step.rawCalls ?? []),
      ]
      for (const [position, call] of raw.entries()) {
        yield { type: 'call', call: { providerId: `p${position}`, ...call } }
      }
      if (step.fail !== undefined) yield { type: 'failed', message: step.fail, retryable: false }
      else if (step.cutOff !== true) {
        const cost = step.cost === undefined ? {} : { costUsd: step.cost }
        yield { type: 'finish', usage: { inputTokens: 10, outputTokens: 5, ...cost } }
      }
    },
  }
}
