import type { Suspicion } from './model/call.ts'
import type { IrreversibleKind } from './model/irreversible-kind.ts'
import type { BuiltinName } from './model/builtin-name.ts'
import type { Note } from './model/subject.ts'
import type { ListName, LayerName } from './model/rule.ts'
import type { Range } from './model/field.ts'
import type { ModeRow } from './modes.ts'
import type { Verdict } from './verdict.ts'

/** The policy's verdict on a call and its reason. Data only: `explain` turns it into sentences. */
export interface Decision {
  readonly verdict: Verdict
  /** The main reason: of the strictest part, and preferably one that nobody can lift. */
  readonly reason: Reason
  readonly parts: readonly PartDecision[]
  /** Set when no rule and no mode can let it run: a person must look at every such call. */
  readonly locked?: Lock
}

export type Lock = 'breaker' | 'destructive' | 'unreadable' | 'asks'

/** One part of a call with its own verdict: a simple command, a redirect, a path, an address. */
export interface PartDecision {
  readonly label: string
  readonly range?: Range
  /** The wrappers that start it, outermost first: `sudo`, `bash -c`, `$(…)`. */
  readonly carriers: readonly string[]
  readonly verdict: Verdict
  readonly reason: Reason
  /** Additional facts: why it is not read-only, what it writes. */
  readonly notes: readonly Note[]
}

/** Why a part has its verdict (SPEC P11). */
export type Reason =
  | {
      readonly because: 'rule'
      readonly list: ListName
      readonly layer: LayerName
      readonly text: string
      /** The rule matches only if an unknown word has a certain value. */
      readonly possible?: true
    }
  | { readonly because: 'builtin'; readonly name: BuiltinName; readonly target: string }
  | { readonly because: 'readonly'; readonly program: string; readonly query?: true }
  | { readonly because: 'mode'; readonly mode: string; readonly row: ModeRow }
  | { readonly because: 'plan'; readonly mode: string; readonly row: ModeRow }
  | { readonly because: 'breaker'; readonly kind: string; readonly target: string }
  | { readonly because: 'destructive'; readonly tool: string }
  /** A person did it by hand, and no rule that binds people forbids it. */
  | { readonly because: 'by_hand' }
  /** A person already countersigned exactly this change on the card of that call: one text, one card. */
  | { readonly because: 'countersigned'; readonly call: string }
  /** The tool asks a person about every call (SPEC P4.7). */
  | { readonly because: 'tool_asks'; readonly tool: string }
  /** Cannot be undone; only a rule of the person or the administrator that spells out program and verb lifts it (SPEC P20). */
  | { readonly because: 'irreversible'; readonly kind: IrreversibleKind; readonly target: string }
  | { readonly because: 'suspect'; readonly tool: string; readonly why: Suspicion }
  | { readonly because: 'unreadable'; readonly reason: string; readonly position: number }
  | { readonly because: 'unloadable-list'; readonly list: ListName; readonly layer: LayerName }
  | { readonly because: 'protected' | 'outside' | 'mounted' | 'linked' | 'own-files'; readonly path: string }
  | { readonly because: 'scheme'; readonly scheme: string }
  | { readonly because: 'private-host'; readonly host: string }
  /** Why the mode asks for this part: what it writes, starts, or hides. */
  | Note
  /** There is nothing to judge: an empty command, or a word that only rules look at. */
  | { readonly because: 'nothing' }
