import type { Place, Specifier, ToolFacts } from '@countersign/policy'
import type { CallBody } from '@countersign/protocol'
import type { Awaitable } from '../awaitable.ts'
import type { Target } from '../call.ts'

/** What the calls before this one in its step would leave, by path: the bytes of a file, or null for nothing. */
export type Ahead = ReadonlyMap<string, Uint8Array | null>

/** What a tool found out about a call before it is decided, without any effect. */
export interface Inspection {
  readonly specifier: Specifier
  readonly body: CallBody
  readonly targets: readonly Target[]
  /** It cannot be done as asked, as far as can be seen without doing it: a text that is not there, a name that is taken. */
  readonly refusal?: Refusal
  /** What it would leave, where calls behind it may be about the same files. */
  readonly leaves?: Ahead
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
  /** `ahead`: looks at files as the calls before it would leave them. */
  inspect(place: Place, ahead?: Ahead): Awaitable<Inspection>
}
