import type { CallId, CallState, CallView, Signature } from '@countersign/protocol'
import type { MarkState } from '../ui/Mark.tsx'
import { reasonText } from './reason-text.ts'
import { clockTime, duration } from '../ui/times.ts'

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
  const verb = VERBS.get(call.tool) ?? ['Called', 'Did not call']
  return {
    mark,
    verb: ran ? verb[0] : verb[1],
    proposed: `${parents.length === 0 ? 'the agent' : parents.join(' › ')} ${clockTime(call.proposed_at)}`,
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

const STALE: Outcome = { mark: 'void', word: 'void', ran: false }

const OUTCOMES: Readonly<Record<CallState, Outcome | null>> = {
  proposed: null,
  waiting: null,
  approved: null,
  running: null,
  succeeded: { mark: 'signed', word: 'countersigned', ran: true },
  failed: { mark: 'failed', word: 'countersigned', ran: true },
  interrupted: { mark: 'void', word: 'interrupted', ran: true },
  blocked: { mark: 'refused', word: 'refused', ran: false },
  denied: { mark: 'refused', word: 'refused', ran: false },
  expired: { mark: 'void', word: 'unsigned', ran: false },
  cancelled: { mark: 'void', word: 'unsigned', ran: false },
  abandoned: { mark: 'void', word: 'unsigned', ran: false },
}

/** Verbs for "it ran" and "it did not". A tool that is not here is called. */
const VERBS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['terminal.exec', ['Ran', 'Did not run']],
  ['files.write', ['Wrote', 'Did not write']],
  ['files.edit', ['Edited', 'Did not edit']],
  ['files.create', ['Created', 'Did not create']],
  ['files.rename', ['Renamed', 'Did not rename']],
  ['files.delete', ['Deleted', 'Did not delete']],
  ['files.list', ['Listed', 'Did not list']],
  ['files.read', ['Read', 'Did not read']],
  ['files.search', ['Searched', 'Did not search']],
  ['web.fetch', ['Fetched', 'Did not fetch']],
])

function staleWords({ body }: CallView): string {
  const thing = body.kind === 'arguments' ? 'what it calls' : 'the file'
  return `${thing} changed after it was proposed`
}

function byWhom(call: CallView, signature: Signature | null, reader: Reader): string {
  if (call.state === 'interrupted') return 'the server stopped while this ran; it may have had effects'
  if (signature === null) return call.decision === null ? '' : reasonText(call.decision.reason)
  switch (signature.via) {
    case 'person':
      return `${reader.person(signature.by)}, ${clockTime(signature.at)}`
    case 'rule':
      return `rule ${signature.by}`
    case 'mode':
      return `mode ${reader.modeLabel(signature.by)}`
    case 'readonly':
      return 'changes nothing'
    case 'policy':
      return call.decision === null ? signature.by : reasonText(call.decision.reason)
    case 'timeout':
      return `expired after ${duration(signature.at - call.proposed_at)}`
    case 'stop':
      // A person's id, or words about what stopped it.
      return signature.by.startsWith('usr_')
        ? `${reader.person(signature.by)} stopped the turn`
        : signature.by
  }
}
