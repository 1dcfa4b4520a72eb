/**
 * Doc comments of a schema file, by the declaration below them: `Name` for a schema, `Name.field`, and `literal` or `literal.field` for a
 * member of a union that is discriminated by `type`. Spread fields keep the comments of their origin.
 */
export function sourceComments(source: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const parts: (readonly [owner: string, part: string])[] = []
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
    if (named?.kind === 'owner') owner = named.name
    for (const [, part = ''] of line.matchAll(/\.\.\.(\w+)/g)) parts.push([owner, part])
    if (named === undefined) {
      if (line.trim() !== '') comment = undefined
      continue
    }
    const key = named.kind === 'owner' ? named.name : `${owner}.${named.name}`
    if (comment !== undefined && !found.has(key)) found.set(key, comment)
    comment = undefined
  }
  for (const [of, part] of parts) inherit(found, of, part)
  return found
}

/** Copies the comments of spread fields to their owner; parts are declared above the schemas that use them. */
function inherit(found: Map<string, string>, owner: string, part: string): void {
  const fields = [...found].filter(([key]) => key.startsWith(`${part}.`))
  for (const [key, comment] of fields) {
    const own = `${owner}${key.slice(part.length)}`
    if (!found.has(own)) found.set(own, comment)
  }
}

/** The declaration that a line starts: an exported schema, a member of a union, or a field. */
function nameOf(
  line: string,
  next: string,
): { readonly kind: 'owner' | 'field'; readonly name: string } | undefined {
  const schema = /^(?:export )?const (\w+) =/.exec(line)?.[1]
  if (schema !== undefined) return { kind: 'owner', name: schema }
  if (/^\s*(?:schema: )?z\.object\(\{/.test(line)) {
    const literal = /type: z\.literal\('(\w+)'\)/.exec(`${line}${next}`)?.[1]
    return literal === undefined ? undefined : { kind: 'owner', name: literal }
  }
  const field = /^\s{2,8}(\w+)(?::|,$)/.exec(line)?.[1]
  return field === undefined ? undefined : { kind: 'field', name: field }
}
