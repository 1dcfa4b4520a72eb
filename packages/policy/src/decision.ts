import type { Suspicion } from './model/call.ts'
import type { IrreversibleKind } from './model/irreversible-kind.ts'
import type { BuiltinName } from './model/builtin-name.ts'
import type { Note } from './model/subject.ts'
import type { ListName, LayerName } from './model/rule.ts'
import type { Range } from './model/field.ts'
import type { ModeRow } from './modes.ts'
import type { Verdict } from './verdict.ts'

/** What policy says of a call, and why. Data only: `explain` makes sentences of it. */
export interface Decision {
  readonly verdict: Verdict
  /** The reason that counts most: of the strictest part, what nobody can lift first. */
  readonly reason: Reason
  readonly parts: readonly PartDecision[]
  /** Set when no rule and no mode can let it run: a person must look at every single one. */
  readonly locked?: Lock
}

export type Lock = 'breaker' | 'destructive' | 'unreadable' | 'asks'

/** One part of a call with its own verdict: a simple command, a redirect, a path, an address. */
export interface PartDecision {
  readonly label: string
  readonly range?: Range
  /** Names of what starts it, outermost first: `sudo`, `bash -c`, `$(…)`. */
  readonly carriers: readonly string[]
  readonly verdict: Verdict
  readonly reason: Reason
  /** Facts beside the reason: why it is not read-only, what it writes. */
  readonly notes: readonly Note[]
}

/** Why a part has its verdict (SPEC P11). */
export type Reason =
  | {
      readonly because: 'rule'
      readonly list: ListName
      readonly layer: LayerName
      readonly text: string
      /** The rule fits only if a word that is not known turns out so. */
      readonly possible?: true
    }
  | { readonly because: 'builtin'; readonly name: BuiltinName; readonly target: string }
  | { readonly because: 'readonly'; readonly program: string; readonly query?: true }
  | { readonly because: 'mode'; readonly mode: string; readonly row: ModeRow }
  | { readonly because: 'plan'; readonly mode: string; readonly row: ModeRow }
  | { readonly because: 'breaker'; readonly kind: string; readonly target: string }
  | { readonly because: 'destructive'; readonly tool: string }
  /** A person did it by hand; what could have kept them from it did not. */
  | { readonly because: 'by_hand' }
  /** A person countersigned exactly this change before, on the card of that call: one text, one card. */
  | { readonly because: 'countersigned'; readonly call: string }
  /** The tool asks a person about every call (SPEC P4.7). */
  | { readonly because: 'tool_asks'; readonly tool: string }
  /** Cannot be undone; only a rule of the person or the administrator that spells program and verb lifts it (SPEC P20). */
  | { readonly because: 'irreversible'; readonly kind: IrreversibleKind; readonly target: string }
  | { readonly because: 'suspect'; readonly tool: string; readonly why: Suspicion }
  | { readonly because: 'unreadable'; readonly reason: string; readonly position: number }
  | { readonly because: 'unloadable-list'; readonly list: ListName; readonly layer: LayerName }
  | { readonly because: 'protected' | 'outside' | 'mounted' | 'linked' | 'own-files'; readonly path: string }
  | { readonly because: 'scheme'; readonly scheme: string }
  | { readonly because: 'private-host'; readonly host: string }
  /** Why the mode asks for this very part: what it writes, starts, or hides. */
  | Note
  /** It does nothing that anything could be said about: an empty command, a word that rules only listen to. */
  | { readonly because: 'nothing' }
