import type { ChatProvider, ModelPart, ModelRequest, PromptMessage } from '@countersign/agent'
import { answerTo, reactTo } from './script.ts'

/** Name of the built-in model, as it stands wherever a model is named. */
export const DEMO_MODEL = 'demo'

/**
 * A model that plays a script: the same words always get the same answer. It stands behind the same port as every other model, so
 * that everything can be tried without a key.
 */
export const demoProvider: ChatProvider = {
  name: 'Demo',
  async *stream(request, signal) {
    const { text, calls } = next(request)
    for (const piece of pieces(text)) {
      if (signal.aborted) return
      yield { type: 'text', text: piece }
      // A person watches this stream: yield to the event loop as a network would.
      await new Promise((resume) => setImmediate(resume))
    }
    for (const [index, call] of calls.entries()) {
      const providerId = `demo_${request.messages.length}_${index}`
      yield { type: 'call', call: { providerId, name: call.name, input: JSON.stringify(call.args) } }
    }
    yield finish(request.messages, text)
  },
}

function next(request: ModelRequest): ReturnType<typeof answerTo> {
  const last = request.messages.at(-1)
  if (last?.role === 'user') return answerTo(last.text)
  const results = trailingResults(request.messages)
  return { text: reactTo(results), calls: [] }
}

function trailingResults(
  messages: readonly PromptMessage[],
): readonly Extract<PromptMessage, { role: 'tool' }>[] {
  const results: Extract<PromptMessage, { role: 'tool' }>[] = []
  for (const message of messages.toReversed()) {
    if (message.role !== 'tool') break
    results.unshift(message)
  }
  return results
}

function pieces(text: string): readonly string[] {
  return text.match(/\S+\s*/g) ?? []
}

/** Characters a token stands for, roughly: enough for a model that costs nothing. */
const TOKEN = 4

function finish(messages: readonly PromptMessage[], text: string): ModelPart {
  const input = messages.reduce((sum, message) => sum + message.text.length, 0)
  return {
    type: 'finish',
    usage: {
      inputTokens: Math.ceil(input / TOKEN),
      outputTokens: Math.ceil(text.length / TOKEN),
      costUsd: 0,
    },
  }
}
