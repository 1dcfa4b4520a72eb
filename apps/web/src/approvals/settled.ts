import type { CallId, CallState, CallView, Signature } from '@countersign/protocol'
import type { MarkState } from '../ui/Mark.tsx'
import { reasonText } from './reason-text.ts'
import { clockTime, duration } from '../ui/times.ts'
import { settledTexts } from './settled-texts.ts'

/** A settled call in words: the same in the thread, in Waiting and in the audit. */
export interface SettledView {
  readonly mark: MarkState
  /** `Ran`, `Did not edit`: the verb before the specifier. */
  readonly verb: string
  readonly proposed: string
  /** countersigned, refused, unsigned, void, interrupted. */
  readonly word: string
  /** By whom or by what. */
  readonly by: string
  readonly feedback: string | null
  readonly digits: string
  readonly call: CallId
}

export interface Reader {
  /** A person as the reader knows them: "you", or a name. */
  readonly person: (by: string) => string
  readonly modeLabel: (mode: string) => string
}

/** Null while the call is not settled. */
export function settledView(call: CallView, parents: readonly string[], reader: Reader): SettledView | null {
  const outcome = OUTCOMES[call.state]
  if (outcome === null) return null
  const stale = call.state === 'failed' && call.error_code === 'stale'
  const { mark, word, ran } = stale ? STALE : outcome
  const verb = settledTexts.verbs.get(call.tool) ?? settledTexts.otherVerb
  return {
    mark,
    verb: ran ? verb[0] : verb[1],
    proposed: `${parents.length === 0 ? settledTexts.agent : parents.join(' › ')} ${clockTime(call.proposed_at)}`,
    word,
    by: stale ? staleWords(call) : byWhom(call, call.signature, reader),
    feedback: call.signature?.feedback ?? null,
    digits: digits(call.hash),
    call: call.id,
  }
}

/** The first eight digits of the argument hash, in two groups. */
function digits(hash: string): string {
  return `${hash.slice(0, 4)} ${hash.slice(4, 8)}`.trim()
}

interface Outcome {
  readonly mark: MarkState
  readonly word: string
  readonly ran: boolean
}

const STALE: Outcome = { mark: 'void', word: settledTexts.words.void, ran: false }

const OUTCOMES: Readonly<Record<CallState, Outcome | null>> = {
  proposed: null,
  waiting: null,
  approved: null,
  running: null,
  succeeded: { mark: 'signed', word: settledTexts.words.countersigned, ran: true },
  failed: { mark: 'failed', word: settledTexts.words.countersigned, ran: true },
  interrupted: { mark: 'void', word: settledTexts.words.interrupted, ran: true },
  blocked: { mark: 'refused', word: settledTexts.words.refused, ran: false },
  denied: { mark: 'refused', word: settledTexts.words.refused, ran: false },
  expired: { mark: 'void', word: settledTexts.words.unsigned, ran: false },
  cancelled: { mark: 'void', word: settledTexts.words.unsigned, ran: false },
  abandoned: { mark: 'void', word: settledTexts.words.unsigned, ran: false },
}

function staleWords({ body }: CallView): string {
  return settledTexts.changed(body.kind === 'arguments' ? 'tool' : 'file')
}

function byWhom(call: CallView, signature: Signature | null, reader: Reader): string {
  if (call.state === 'interrupted') return settledTexts.cutOff
  if (signature === null) return call.decision === null ? '' : reasonText(call.decision.reason)
  switch (signature.via) {
    case 'person':
      return `${reader.person(signature.by)}, ${clockTime(signature.at)}`
    case 'rule':
      return settledTexts.byRule(signature.by)
    case 'mode':
      return settledTexts.byMode(reader.modeLabel(signature.by))
    case 'readonly':
      return settledTexts.readOnly
    case 'policy':
      return call.decision === null ? signature.by : reasonText(call.decision.reason)
    case 'timeout':
      return settledTexts.expired(duration(signature.at - call.proposed_at))
    case 'stop':
      // A person's id, or words about what stopped it.
      return signature.by.startsWith('usr_')
        ? settledTexts.stoppedBy(reader.person(signature.by))
        : signature.by
  }
}
