import type { Category, Place, Specifier, ToolFacts } from '@countersign/policy'
import type { CallBody, CallId, ThreadId, TurnId } from '@countersign/protocol'
import type { Target } from '../call/call.ts'
import type { Capability } from './capabilities.ts'

/** What the calls before this one in its step would leave, by path: the bytes of a file, or null for nothing. */
export type Ahead = ReadonlyMap<string, Uint8Array | null>

/** What this particular call is, among what its declaration lists. Anything left out is taken as the strictest that is listed. */
export interface InspectedFacts {
  readonly category?: Category
  readonly destructive?: boolean
  readonly capability?: Capability
}

/** What a tool found out about a call before it is decided, without any effect. */
export interface Inspection extends InspectedFacts {
  readonly specifier: Specifier
  readonly body: CallBody
  /** A title that says more than the arguments do, because they are only names for what was looked at. Absent: that of the tool. */
  readonly title?: string
  readonly targets: readonly Target[]
  /** It cannot be done as asked, as far as can be seen without doing it: a text that is not there, a name that is taken. */
  readonly refusal?: Refusal
  /**
   * The hunks of `body` are the change, line by line: with `narrowed` the tool does some of them alone. Absent: it is done as a whole or not
   * at all.
   */
  readonly inParts?: true
  /** Calls, in order, that together made exactly the change that this one writes. The gate checks this against their rows. */
  readonly under?: readonly CallId[]
  /** What it would leave, where calls behind it may be about the same files. */
  readonly leaves?: Ahead
}

/** Where a call that is looked at comes from. */
export interface Asker {
  readonly threadId: ThreadId
  readonly turnId: TurnId | null
}

/** Why a call would fail, known before anyone is asked. */
export interface Refusal {
  readonly code: string
  readonly text: string
}

/** What a call is to the policy, and what its chat must have for it. */
export interface CallNature {
  readonly facts: ToolFacts
  readonly needs: readonly Capability[]
}

/** Arguments that fit the tool, with everything that can be asked of them. */
export interface ParsedInput {
  readonly args: unknown
  /** The declaration of the tool whose schema they fit. */
  readonly by: object
  readonly facts: ToolFacts
  readonly title: string
  /** `ahead`: looks at files as the calls before it would leave them. `asker`: who wants it. */
  inspect(place: Place, ahead?: Ahead, asker?: Asker): Inspection | Promise<Inspection>
  /** The same with what the caller left open. Absent: nothing is left open. */
  readonly complete?: ((asker: Asker) => Promise<ParsedInput>) | undefined
}
