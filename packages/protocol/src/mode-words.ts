/** Names of the built-in modes for people, strictest first. Rules files and the wire use the ids. */
export const MODE_LABELS: ReadonlyMap<string, string> = new Map([
  ['plan', 'Plan'],
  ['strict', 'Strict'],
  ['default', 'Ask'],
  ['acceptEdits', 'Accept edits'],
  ['auto', 'Auto'],
])

/** Other modes are shown by their own names. */
export function modeLabel(id: string): string {
  return MODE_LABELS.get(id) ?? id
}

/** The id of a mode that a person typed: by id or name, in any case, with spaces, dashes or neither. Other text is returned unchanged. */
export function modeTyped(text: string): string {
  const wanted = plain(text)
  for (const [id, label] of MODE_LABELS) if (plain(id) === wanted || plain(label) === wanted) return id
  return text.trim()
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, '')
}

/** A reason that begins with the id of its mode, reworded for people: `default mode, an edit` becomes `an edit, in Ask mode`. */
export function withModeLabel(sentence: string): string {
  const [, id, rest] = /^(\w+) mode\b(.*)$/s.exec(sentence) ?? []
  if (id === undefined || rest === undefined) return sentence
  const label = `${modeLabel(id)} mode`
  return rest.startsWith(', ') ? `${rest.slice(2)}, in ${label}` : label + rest
}
