import { signedPartsText, type CallId, type CallView, type EndedCall } from '@countersign/protocol'
import { callVerb } from '@countersign/protocol/client'
import type { MarkState } from '../../ui/Mark.tsx'
import { reasonText } from '@countersign/protocol/client'
import { clockTime, duration } from '../../ui/times.ts'
import { settledTexts } from './settled-texts.ts'

/** A settled call in words: the same in the thread, in Waiting and in the audit. */
export interface SettledView {
  readonly mark: MarkState
  /** `Ran`, `Did not edit`: the verb before the specifier. */
  readonly verb: string
  readonly proposed: string
  /** countersigned, refused, unsigned, void, interrupted, failed. */
  readonly word: string
  /** The signer: a person, a rule, a mode or another cause. */
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

/** Returns null while the call is not settled. */
export function settledView(call: CallView, parents: readonly string[], reader: Reader): SettledView | null {
  if (call.ended_at === null) return null
  const stale = call.state === 'failed' && call.error_code === 'stale'
  const { mark, word } = stale ? STALE : neverAsked(call) ? NEVER_ASKED : OUTCOMES[call.state]
  return {
    mark,
    verb: callVerb(call),
    proposed: `${parents.length === 0 ? settledTexts.agent : parents.join(' › ')} ${clockTime(call.proposed_at)}`,
    word,
    by: stale
      ? staleWords(call)
      : neverAsked(call)
        ? settledTexts.neverAsked
        : `${byWhom(call, reader)}${inParts(call)}`,
    feedback: call.signature.feedback ?? null,
    digits: digits(call.hash),
    call: call.id,
  }
}

/** A person signed only some parts of the change. */
function inParts({ signature: { parts } }: EndedCall): string {
  return parts === undefined ? '' : `, ${signedPartsText(parts)}`
}

/** The first eight digits of the argument hash, in two groups. */
function digits(hash: string): string {
  return `${hash.slice(0, 4)} ${hash.slice(4, 8)}`.trim()
}

interface Outcome {
  readonly mark: MarkState
  readonly word: string
}

const STALE: Outcome = { mark: 'void', word: settledTexts.words.void }
const NEVER_ASKED: Outcome = { mark: 'failed', word: settledTexts.words.failed }

/** The call was known to fail before any decision, so no rule, mode or person signed it. */
function neverAsked(call: EndedCall): boolean {
  return call.state === 'failed' && call.started_at === null && call.signature.via !== 'person'
}

const OUTCOMES: Readonly<Record<EndedCall['state'], Outcome>> = {
  succeeded: { mark: 'signed', word: settledTexts.words.countersigned },
  failed: { mark: 'failed', word: settledTexts.words.countersigned },
  interrupted: { mark: 'void', word: settledTexts.words.interrupted },
  blocked: { mark: 'refused', word: settledTexts.words.refused },
  denied: { mark: 'refused', word: settledTexts.words.refused },
  expired: { mark: 'void', word: settledTexts.words.unsigned },
  cancelled: { mark: 'void', word: settledTexts.words.unsigned },
  abandoned: { mark: 'void', word: settledTexts.words.unsigned },
}

function staleWords({ body }: EndedCall): string {
  return settledTexts.changed(body.kind === 'arguments' ? 'tool' : 'file')
}

function byWhom(call: EndedCall, reader: Reader): string {
  if (call.state === 'interrupted') return settledTexts.cutOff
  const { signature } = call
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
      return call.decision === null ? signature.by : reasonText(call.decision)
    case 'timeout':
      return settledTexts.expired(duration(signature.at - call.proposed_at))
    case 'stop':
      // Either the id of a person or a text about the cause.
      return signature.by.startsWith('usr_')
        ? settledTexts.stoppedBy(reader.person(signature.by))
        : signature.by
  }
}
