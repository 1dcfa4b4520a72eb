import type { Call, ChatProvider, PromptMessage } from '@countersign/agent'
import type { MediaGeneration } from '@countersign/protocol'
import { atRoot } from './workflow-model.ts'

/** The text of the person's message. */
export function textOf({ messages }: { readonly messages: readonly PromptMessage[] }): string {
  return messages.findLast(({ role }) => role === 'user')?.text ?? ''
}

/** The single call that a message asks for. */
function mediaCall({ mode, ...rest }: MediaGeneration, text: string) {
  const { model, size, quality, count, from, voice, language, format } = rest
  const given =
    mode === 'speech'
      ? { text, model, voice, language, format }
      : { prompt: text, model, size, quality, count, from }
  const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { name: mode === 'speech' ? 'generate_speech' : 'generate_image', args }
}

/** Whether a call is the one that the message asks for: with equal arguments, and not from a sub-agent. */
export function isMediaCall(call: Call, media: MediaGeneration, text: string): boolean {
  const { name, args } = mediaCall(media, text)
  if (call.tool !== name || call.parentId !== null || typeof call.args !== 'object' || call.args === null)
    return false
  // A message never asks for a file.
  if ('path' in call.args || 'drawing' in call.args) return false
  const signed = new Map(Object.entries(call.args))
  return Object.entries(args).every(
    ([key, value]) => JSON.stringify(signed.get(key)) === JSON.stringify(value),
  )
}

/** Makes the single call of a message that asks for a picture or for speech, and reports how it ended. No model is used. */
export function mediaProvider(provider: ChatProvider, media: MediaGeneration, text: string): ChatProvider {
  return atRoot(provider, undefined, (last) => {
    if (last?.role === 'tool')
      return [{ type: 'text', text: last.isError ? last.text : withoutIds(last.text) }]
    const { name, args } = mediaCall(media, text)
    return [{ type: 'call', call: { providerId: 'media', name, input: JSON.stringify(args) } }]
  })
}

function withoutIds(result: string): string {
  return result.replaceAll(/,? ?med_[0-9a-f]{64}/g, '').trim()
}
