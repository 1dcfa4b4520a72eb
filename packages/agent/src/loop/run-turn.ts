import type { Place } from '@countersign/policy'
import type { ThreadId, TurnId } from '@countersign/protocol'
import type { GateParts } from '../gate/gate.ts'
import type { Ids, Journal, Lease, TurnEvents } from '../ports.ts'
import type { ChatProvider, PromptMessage, Usage } from '../provider.ts'
import type { Toolbelt } from '../toolbelt/toolbelt.ts'
import type { JournalEntry } from './journal.ts'
import { runCalls } from './run-calls.ts'
import { runStep } from './run-step.ts'

/** Everything a turn needs from outside. */
export interface TurnParts {
  readonly gate: GateParts
  readonly provider: ChatProvider
  readonly journal: Journal
  readonly events: TurnEvents
  readonly ids: Ids
  /** Every call that is left waits for a person. The host may lay the turn down and abort it; an answer takes it up again. */
  allWaiting(): void
}

export interface TurnInput {
  readonly lease: Lease
  readonly threadId: ThreadId
  readonly turnId: TurnId
  readonly model: string
  readonly place: Place
  readonly belt: Toolbelt
  /** System prompt and the conversation up to the person's message. */
  readonly messages: readonly PromptMessage[]
}

export type TurnOutcome =
  | { readonly kind: 'answered'; readonly text: string; readonly usage: Usage }
  | { readonly kind: 'stopped'; readonly text: string; readonly usage: Usage }
  | {
      readonly kind: 'over_budget'
      readonly reason: 'iterations'
      readonly limit: number
      readonly text: string
      readonly usage: Usage
    }
  | { readonly kind: 'failed'; readonly message: string; readonly text: string; readonly usage: Usage }

/** Model calls on one level before the turn ends over budget. */
const ITERATIONS = 20

/**
 * Runs a turn to its end, from its journal on: what the model already answered is not asked again, what was already done is
 * not done again.
 */
export async function runTurn(parts: TurnParts, input: TurnInput, signal: AbortSignal): Promise<TurnOutcome> {
  const journal = [...(await parts.journal.load(input.turnId))]
  const messages: PromptMessage[] = [...input.messages]
  const said: string[] = []
  let usage: Usage = { inputTokens: 0, outputTokens: 0 }

  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    if (signal.aborted) return { kind: 'stopped', text: said.join('\n\n'), usage }
    const entry = journal[iteration] ?? (await askModel(parts, input, messages, signal))
    if (entry === 'stopped') return { kind: 'stopped', text: said.join('\n\n'), usage }
    if ('failure' in entry) return { kind: 'failed', message: entry.failure, text: said.join('\n\n'), usage }

    usage = addUsage(usage, entry.usage)
    if (entry.text !== '') said.push(entry.text)
    if (entry.calls.length === 0) return { kind: 'answered', text: said.join('\n\n'), usage }
    messages.push({
      role: 'assistant',
      text: entry.text,
      calls: entry.calls,
      ...(entry.providerMetadata === undefined ? {} : { providerMetadata: entry.providerMetadata }),
    })
    messages.push(...(await runCalls(parts, input, entry.calls, signal)))
  }
  return { kind: 'over_budget', reason: 'iterations', limit: ITERATIONS, text: said.join('\n\n'), usage }
}

async function askModel(
  parts: TurnParts,
  input: TurnInput,
  messages: readonly PromptMessage[],
  signal: AbortSignal,
): Promise<JournalEntry | { readonly failure: string } | 'stopped'> {
  const step = await runStep(parts, input, messages, signal)
  switch (step.kind) {
    case 'stopped':
      return 'stopped'
    case 'failed':
      return { failure: step.message }
    case 'answered': {
      const calls = step.calls.map((call) => ({ ...call, id: parts.ids.call() }))
      const metadata = step.providerMetadata === undefined ? {} : { providerMetadata: step.providerMetadata }
      const entry: JournalEntry = {
        kind: 'model',
        parentId: null,
        text: step.text,
        calls,
        usage: step.usage,
        ...metadata,
      }
      await parts.journal.append(input.lease, entry)
      return entry
    }
  }
}

function addUsage(a: Usage, b: Usage): Usage {
  return { inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens }
}
