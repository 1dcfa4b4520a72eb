import type { ChatProvider, ModelPart } from '@countersign/agent'

/** The model of threads whose agent lives elsewhere. */
export const OUTSIDE_MODEL = 'outside'

/** Takes the place of the model in a chat whose agent lives elsewhere: nobody can talk to that agent from here. */
export const outsideProvider: ChatProvider = {
  name: 'outside',
  async *stream(): AsyncGenerator<ModelPart> {
    yield { type: 'text', text: 'This chat’s agent runs elsewhere; only its calls come here.' }
    yield { type: 'finish', usage: { inputTokens: 0, outputTokens: 0 } }
  },
}
