import type { JournalEntry } from '@countersign/agent'

type ModelEntry = Extract<JournalEntry, { kind: 'model' }>

export const usage = { inputTokens: 10, outputTokens: 5 }

/** An answer of the model in the journal's form. */
export function said(text: string, calls: ModelEntry['calls'] = []): ModelEntry {
  return { kind: 'model', parentId: null, text, calls, usage, worked: 0 }
}
