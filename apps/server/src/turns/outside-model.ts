import type { ChatProvider, ModelPart } from '@countersign/agent'

/** The model of threads of outside agents. */
export const OUTSIDE_MODEL = 'outside'

/** Replaces the model in the thread of an outside agent: nobody can talk to that agent from here. */
export const outsideProvider: ChatProvider = {
  name: 'outside',
  async *stream(): AsyncGenerator<ModelPart> {
    yield { type: 'text', text: 'This chat’s agent runs elsewhere; only its calls come here.' }
    yield { type: 'finish', usage: { inputTokens: 0, outputTokens: 0 } }
  },
}
