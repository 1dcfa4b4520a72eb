import type { ChatProvider, ModelPart, ModelRequest, PromptMessage } from '@countersign/agent'
import { SHOWS } from './scenes.ts'
import { nextLine, type Line } from './script.ts'

/** Name of the built-in model, wherever a model is named. */
export const DEMO_MODEL = 'demo'

/**
 * A model that plays a script: the same words always get the same answer. It implements the same port as every other model, so that
 * everything can be tried without a key.
 */
export const demoProvider: ChatProvider = {
  name: 'Demo',
  isFree: true,
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

/** The script depends only on the request, so after a restart it continues where it was. */
function next(request: ModelRequest): Line {
  const { messages, tools } = request
  const asked = messages.findLastIndex((message) => message.role === 'user' && message.note !== true)
  // A workflow node asks without tools, so there is nothing to play.
  if (tools.length === 0 && (request.depth ?? 0) > 0)
    return { text: wordsFor(messages[asked]?.text ?? ''), calls: [] }
  const since = messages.slice(asked + 1)
  const results = since.filter((message) => message.role === 'tool')
  const last = since.findLastIndex(({ role }) => role === 'assistant')
  const listed = results.findLast(({ name }) => name === 'files.list')
  return nextLine(SHOWS, withoutMarks(messages[asked]?.text ?? ''), {
    step: since.filter(({ role }) => role === 'assistant').length,
    results: since.slice(last + 1).filter((message) => message.role === 'tool'),
    listed: listed?.text.split('\n') ?? [],
    tools: new Set(tools.map(({ name }) => name)),
    isPlan: messages.some(({ role, text }) => role === 'system' && text.includes('Permission mode: plan')),
  })
}

/** The demo's answer to a workflow: the beginning of its input, without any thought. */
function wordsFor(prompt: string): string {
  const context = /<context>\n([\s\S]*)\n<\/context>/.exec(prompt)?.[1]
  if (context === undefined) return `The demo has no ideas of its own. It was asked: ${prompt.slice(0, 500)}`
  const lines = context.split('\n').filter((line) => line.trim() !== '')
  return `The demo cannot summarise. The text begins: ${lines.slice(0, 3).join(' ').slice(0, 500)}`
}

/** A file mentioned with `@` is named by its path. */
function withoutMarks(text: string): string {
  return text.replace(
    /(^|\s)@(?:"([^"\n]*)"|(?=\S))/g,
    (_all, before: string, quoted = '') => before + quoted,
  )
}

function pieces(text: string): readonly string[] {
  return text.match(/\S+\s*/g) ?? []
}

/** Approximate characters per token: precise enough for a free model. */
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
