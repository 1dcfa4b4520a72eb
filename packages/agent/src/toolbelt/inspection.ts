import type { Place, Specifier, ToolFacts } from '@countersign/policy'
import type { CallBody } from '@countersign/protocol'
import type { Awaitable } from '../awaitable.ts'
import type { Target } from '../call.ts'

/** What a tool found out about a call before it is decided, without any effect. */
export interface Inspection {
  readonly specifier: Specifier
  readonly body: CallBody
  readonly targets: readonly Target[]
  /** It cannot be done as asked, as far as can be seen without doing it: a text that is not there, a name that is taken. */
  readonly refusal?: Refusal
}

/** Why a call would fail, known before anyone is asked. */
export interface Refusal {
  readonly code: string
  readonly text: string
}

/** Arguments that fit the tool, with everything that can be asked of them. */
export interface ParsedInput {
  readonly args: unknown
  /** The declaration of the tool whose schema they fit. */
  readonly by: object
  readonly facts: ToolFacts
  readonly title: string
  inspect(place: Place): Awaitable<Inspection>
}
