/** Names of the built-in modes as people know them, strictest first. Ids stay in rules files and on the wire. */
export const MODE_LABELS: ReadonlyMap<string, string> = new Map([
  ['plan', 'Plan'],
  ['strict', 'Strict'],
  ['default', 'Ask'],
  ['acceptEdits', 'Accept edits'],
  ['auto', 'Auto'],
])

/** A mode that is not ours goes by its own name. */
export function modeLabel(id: string): string {
  return MODE_LABELS.get(id) ?? id
}

/** The id of a mode that a person typed: its id or its name, in any case, with blanks, dashes or neither. Other words stay. */
export function modeTyped(text: string): string {
  const wanted = plain(text)
  for (const [id, label] of MODE_LABELS) if (plain(id) === wanted || plain(label) === wanted) return id
  return text.trim()
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, '')
}

/** A reason that begins with the id of its mode, in the words of people: `default mode, an edit` becomes `an edit, in Ask mode`. */
export function withModeLabel(sentence: string): string {
  const [, id, rest] = /^(\w+) mode\b(.*)$/s.exec(sentence) ?? []
  if (id === undefined || rest === undefined) return sentence
  const label = `${modeLabel(id)} mode`
  return rest.startsWith(', ') ? `${rest.slice(2)}, in ${label}` : label + rest
}
