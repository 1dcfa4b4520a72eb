import type { Key } from 'ink'
import type { Edit } from '../editor.ts'

/** A key as the screen acts on it. */
export type ScreenKey =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'edit'; readonly edit: Edit }
  | { readonly kind: 'enter' | 'new_line' | 'escape' | 'tab' | 'stop' | 'leave' | 'up' | 'down' }
  | { readonly kind: 'page_up' | 'page_down' | 'other' }

/** The keys in one report of the terminal. Text with line breaks becomes text and keys, in order. */
export function screenKeys(input: string, key: Key): readonly ScreenKey[] {
  if (key.eventType === 'release') return []
  const named = namedKey(input, key)
  if (named !== null) return [named]
  if (key.ctrl || key.meta) return [{ kind: 'other' }]
  return (input.match(/\r\n?|\p{Cc}|\P{Cc}+/gu) ?? []).flatMap(typed)
}

/** Pasted text is never a key, whatever it contains. */
export function pastedText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROLS, '')
}

const CONTROLS = /[\p{Cc}--[\n\t]]/gv

/** Keys that arrived together: a busy terminal reports several at once. */
function typed(piece: string): readonly ScreenKey[] {
  if (/^[\r\n]/.test(piece)) return [{ kind: 'enter' }]
  if (piece === '\t') return [{ kind: 'tab' }]
  if (piece === '\u{7f}' || piece === '\b') return [{ kind: 'edit', edit: { do: 'delete_back' } }]
  const letter = String.fromCodePoint((piece.codePointAt(0) ?? 0) + 0x60)
  const held = piece.length === 1 ? CTRL.get(letter) : undefined
  if (held !== undefined) return [held]
  const text = piece.replaceAll(CONTROLS, '')
  return text === '' ? [{ kind: 'other' }] : [{ kind: 'text', text }]
}

const CTRL: ReadonlyMap<string, ScreenKey> = new Map<string, ScreenKey>([
  ['c', { kind: 'stop' }],
  ['d', { kind: 'leave' }],
  ['j', { kind: 'new_line' }],
  ['a', { kind: 'edit', edit: { do: 'home' } }],
  ['e', { kind: 'edit', edit: { do: 'end' } }],
  ['u', { kind: 'edit', edit: { do: 'delete_to_start' } }],
  ['k', { kind: 'edit', edit: { do: 'delete_to_end' } }],
  ['w', { kind: 'edit', edit: { do: 'delete_word' } }],
])

function namedKey(input: string, key: Key): ScreenKey | null {
  if (key.ctrl) return CTRL.get(input) ?? null
  if (key.return) return { kind: key.meta || key.shift ? 'new_line' : 'enter' }
  if (key.escape) return { kind: 'escape' }
  if (key.tab) return { kind: 'tab' }
  if (key.backspace) return { kind: 'edit', edit: { do: key.meta ? 'delete_word' : 'delete_back' } }
  if (key.delete) return { kind: 'edit', edit: { do: 'delete_forward' } }
  if (key.leftArrow) return { kind: 'edit', edit: { do: 'left' } }
  if (key.rightArrow) return { kind: 'edit', edit: { do: 'right' } }
  if (key.home) return { kind: 'edit', edit: { do: 'home' } }
  if (key.end) return { kind: 'edit', edit: { do: 'end' } }
  if (key.upArrow) return { kind: 'up' }
  if (key.downArrow) return { kind: 'down' }
  if (key.pageUp) return { kind: 'page_up' }
  if (key.pageDown) return { kind: 'page_down' }
  return null
}
