/**
 * Doc comments of a file of schemas, by what they stand above: `Name` for an exported schema, `Name.field`, and `literal` or `literal.field`
 * for a member of a union that is told by its `type`.
 */
export function sourceComments(source: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let owner = ''
  let comment: string | undefined
  const lines = source.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const [, text] = /^\s*\/\*\*\s?(.*)$/.exec(line) ?? []
    if (text !== undefined) {
      const body = [text]
      while (!(body.at(-1) ?? '').includes('*/') && at < lines.length - 1) {
        at += 1
        body.push((lines[at] ?? '').replace(/^\s*\*(?!\/)\s?/, ''))
      }
      comment = body
        .join(' ')
        .replace(/\*\/.*$/, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
      continue
    }
    const named = nameOf(line, lines[at + 1] ?? '')
    if (named === undefined) {
      if (line.trim() !== '') comment = undefined
      continue
    }
    if (named.kind === 'owner') owner = named.name
    const key = named.kind === 'owner' ? named.name : `${owner}.${named.name}`
    if (comment !== undefined && !found.has(key)) found.set(key, comment)
    comment = undefined
  }
  return found
}

/** What a line begins: an exported schema, a member of a union, or a field. */
function nameOf(
  line: string,
  next: string,
): { readonly kind: 'owner' | 'field'; readonly name: string } | undefined {
  const exported = /^export const (\w+) =/.exec(line)?.[1]
  if (exported !== undefined) return { kind: 'owner', name: exported }
  if (/^\s*z\.object\(\{/.test(line)) {
    const literal = /type: z\.literal\('(\w+)'\)/.exec(`${line}${next}`)?.[1]
    return literal === undefined ? undefined : { kind: 'owner', name: literal }
  }
  const field = /^\s{2,6}(\w+)(?::|,$)/.exec(line)?.[1]
  return field === undefined ? undefined : { kind: 'field', name: field }
}
