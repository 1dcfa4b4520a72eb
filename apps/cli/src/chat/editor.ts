/** A text with a cursor. The cursor's position is in UTF-16 units and never within a character. */
export interface Edited {
  readonly text: string
  readonly cursor: number
}

export const EMPTY: Edited = { text: '', cursor: 0 }

export type Edit =
  | { readonly do: 'insert'; readonly text: string }
  | { readonly do: 'left' | 'right' | 'home' | 'end' }
  | { readonly do: 'delete_back' | 'delete_forward' | 'delete_word' | 'delete_to_start' | 'delete_to_end' }

export function edited(text: string): Edited {
  return { text, cursor: text.length }
}

/** The text and its cursor after a key. Pure and total. */
export function edit(state: Edited, how: Edit): Edited {
  const before = state.text.slice(0, state.cursor)
  const after = state.text.slice(state.cursor)
  switch (how.do) {
    case 'insert':
      return { text: before + how.text + after, cursor: state.cursor + how.text.length }
    case 'left':
      return { ...state, cursor: withoutLast(before).length }
    case 'right':
      return { ...state, cursor: state.cursor + firstOf(after).length }
    case 'home':
      return { ...state, cursor: before.lastIndexOf('\n') + 1 }
    case 'end': {
      const stop = after.indexOf('\n')
      return { ...state, cursor: stop < 0 ? state.text.length : state.cursor + stop }
    }
    case 'delete_back': {
      const kept = withoutLast(before)
      return { text: kept + after, cursor: kept.length }
    }
    case 'delete_forward':
      return { ...state, text: before + after.slice(firstOf(after).length) }
    case 'delete_word': {
      const kept = before.replace(/\S+\s*$|\s+$/u, '')
      return { text: kept + after, cursor: kept.length }
    }
    case 'delete_to_start':
      return { text: after, cursor: 0 }
    case 'delete_to_end':
      return { ...state, text: before }
  }
}

const SEGMENTS = new Intl.Segmenter('en', { granularity: 'grapheme' })

function firstOf(text: string): string {
  for (const { segment } of SEGMENTS.segment(text)) return segment
  return ''
}

function withoutLast(text: string): string {
  const last = [...SEGMENTS.segment(text.slice(-LONGEST))].at(-1)?.segment ?? ''
  return text.slice(0, text.length - last.length)
}

/** No typed character is longer than this many units. */
const LONGEST = 64
