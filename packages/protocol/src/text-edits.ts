/** One replacement in a text. */
export interface TextEdit {
  readonly old_text: string
  readonly new_text: string
  readonly all?: boolean | undefined
}

export type EditedText =
  | { readonly ok: true; readonly text: string; readonly places: number }
  | { readonly ok: false; readonly code: 'no_match' | 'no_change'; readonly text: string }

/** Applies all edits in order, or none. `largest`: maximum length of the text in characters. Server and page both use this function. */
export function editText(
  before: string,
  edits: readonly TextEdit[],
  largest = Number.POSITIVE_INFINITY,
): EditedText {
  let text = before
  let places = 0
  for (const [index, edit] of edits.entries()) {
    const count = occurrences(text, edit.old_text)
    if (count === 0)
      return refused(index, edits.length, 'its old text is not in the file; read the file again')
    if (count > 1 && edit.all !== true)
      return refused(
        index,
        edits.length,
        `its old text occurs ${count} times; include more of the surrounding text, or set \`all\``,
      )
    text = text.split(edit.old_text).join(edit.new_text)
    places += count
    if (text.length > largest) return refused(index, edits.length, 'the file would get too large')
  }
  if (text === before) return { ok: false, code: 'no_change', text: 'the edits change nothing' }
  return { ok: true, text, places }
}

/** Counts occurrences without overlaps, as a replacement would find them. */
function occurrences(text: string, part: string): number {
  if (part === '') return 0
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1
  return count
}

function refused(index: number, count: number, why: string): EditedText {
  const which = count === 1 ? 'the edit' : `edit ${index + 1} of ${count}`
  return { ok: false, code: 'no_match', text: `nothing was changed: ${which} does not apply: ${why}` }
}
