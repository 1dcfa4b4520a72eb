import type { LanguageModelV4, LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { SUB, type Script, type Said } from './script.ts'

/** A model of the provider library that answers immediately. The floor, our loop and the library's own loop all use it. */
export function scriptedModel(script: Script): LanguageModelV4 {
  let calls = 0
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'bench',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('this model only streams')),
    doStream: ({ prompt }) => {
      const said = isSub(prompt) ? script.sub(prompt.at(-1)?.role === 'tool') : script.root()
      const parts = partsOf(said, () => `id${(calls += 1)}`)
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        start(controller) {
          for (const part of parts) controller.enqueue(part)
          controller.close()
        },
      })
      return Promise.resolve({ stream })
    },
  }
}

/** A sub-agent's history starts with its instructions. */
function isSub(prompt: LanguageModelV4Prompt): boolean {
  const first = prompt[0]?.role === 'system' ? prompt[1] : prompt[0]
  if (first?.role !== 'user') return false
  const part = first.content[0]
  return part?.type === 'text' && part.text === SUB
}

function partsOf({ texts, calls }: Said, newId: () => string): LanguageModelV4StreamPart[] {
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }]
  if (texts.length > 0) {
    parts.push({ type: 'text-start', id: '1' })
    for (const delta of texts) parts.push({ type: 'text-delta', id: '1', delta })
    parts.push({ type: 'text-end', id: '1' })
  }
  for (const { name, input } of calls) {
    parts.push({ type: 'tool-call', toolCallId: newId(), toolName: name, input: JSON.stringify(input) })
  }
  parts.push({
    type: 'finish',
    finishReason: { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 5, text: 5, reasoning: 0 },
    },
  })
  return parts
}
