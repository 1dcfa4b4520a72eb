import type { ChatProvider, ModelPart } from '@countersign/agent'

/** Stands in for the agent of a chat that lives elsewhere: it cannot be talked to from here. */
export const outsideProvider: ChatProvider = {
  name: 'outside',
  async *stream(): AsyncGenerator<ModelPart> {
    yield { type: 'text', text: 'The agent of this chat lives elsewhere; only its calls come here.' }
    yield { type: 'finish', usage: { inputTokens: 0, outputTokens: 0 } }
  },
}
