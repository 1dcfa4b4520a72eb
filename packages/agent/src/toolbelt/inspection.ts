import type { Category, Place, Specifier, ToolFacts } from '@countersign/policy'
import type { CallBody, CallId, ThreadId, TurnId } from '@countersign/protocol'
import type { Target } from '../call/call.ts'
import type { Capability } from './capabilities.ts'

/** The files that earlier calls of the step would leave, by path: their bytes, or null for a deleted file. */
export type Ahead = ReadonlyMap<string, Uint8Array | null>

/** The facts of this particular call, within what its declaration lists. A missing fact is taken as the strictest that is listed. */
export interface InspectedFacts {
  readonly category?: Category
  readonly destructive?: boolean
  readonly capability?: Capability
}

/** A tool's findings about a call before it is decided; finding them has no effect. */
export interface Inspection extends InspectedFacts {
  readonly specifier: Specifier
  readonly body: CallBody
  /** A title that says more than the arguments do, because they are only names for what was looked at. Absent: that of the tool. */
  readonly title?: string
  readonly targets: readonly Target[]
  /** Why it cannot be done as asked, as far as a check without effects can see: a text that is missing, a name that is taken. */
  readonly refusal?: Refusal
  /**
   * The hunks of `body` are the change, line by line: with `narrowed` the tool applies only some of them. Absent: it is done as a whole or
   * not at all.
   */
  readonly inParts?: true
  /** Earlier calls that together, in order, made exactly the change that this one writes. The gate checks this against their rows. */
  readonly under?: readonly CallId[]
  /** The files that it would leave, for later calls about the same files. */
  readonly leaves?: Ahead
}

/** The origin of a call that is inspected. */
export interface Asker {
  readonly threadId: ThreadId
  readonly turnId: TurnId | null
}

/** Why a call would fail, known before anyone is asked. */
export interface Refusal {
  readonly code: string
  readonly text: string
}

/** The facts of a call for the policy, and the capabilities that it needs. */
export interface CallNature {
  readonly facts: ToolFacts
  readonly needs: readonly Capability[]
}

/** Valid arguments of a tool, with everything that can be derived from them. */
export interface ParsedInput {
  readonly args: unknown
  /** The declaration of the tool whose schema they fit. */
  readonly by: object
  readonly facts: ToolFacts
  readonly title: string
  /** `ahead`: inspects files as earlier calls would leave them. `asker`: the origin of the call. */
  inspect(place: Place, ahead?: Ahead, asker?: Asker): Inspection | Promise<Inspection>
  /** The arguments with defaults filled in. Absent: there is nothing to fill in. */
  readonly complete?: ((asker: Asker) => Promise<ParsedInput>) | undefined
}
