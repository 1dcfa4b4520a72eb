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
  /** countersigned, refused, unsigned, void, interrupted, failed; with a colon before a cause. */
  readonly word: string
  /** By whom or what it was signed, or the cause: `by you, 14:03:12`, `by rule npm *`, `expired after 5 min`. */
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
  const signer = stale || call.state === 'interrupted' ? null : signerOf(call, reader)
  return {
    mark,
    verb: callVerb(call),
    proposed: `${proposer(call, parents)}, ${clockTime(call.proposed_at)}`,
    word: signer === null ? settledTexts.beforeCause(word) : word,
    by: signer ?? (stale ? staleWords(call) : cause(call, reader)),
    feedback: call.signature.feedback ?? null,
    digits: digits(call.hash),
    call: call.id,
  }
}

function proposer({ node, turn_id: turn }: EndedCall, parents: readonly string[]): string {
  const { proposers } = settledTexts
  if (parents.length > 0) return proposers.subAgent(parents)
  if (node !== undefined) return proposers.workflow
  return turn === null ? proposers.person : proposers.agent
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

/** The person, rule or mode that signed, or null if there is only a cause. */
function signerOf(call: EndedCall, reader: Reader): string | null {
  if (neverAsked(call)) return settledTexts.neverAsked
  const { signature } = call
  switch (signature.via) {
    case 'person':
      return `${settledTexts.byPerson(reader.person(signature.by))}, ${clockTime(signature.at)}${inParts(call)}`
    case 'rule':
      return settledTexts.byRule(signature.by)
    case 'mode':
      return settledTexts.byMode(reader.modeLabel(signature.by))
    default:
      return null
  }
}

function cause(call: EndedCall, reader: Reader): string {
  if (call.state === 'interrupted') return settledTexts.cutOff
  const { signature } = call
  switch (signature.via) {
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
    case 'person':
    case 'rule':
    case 'mode':
      return signature.by
  }
}
