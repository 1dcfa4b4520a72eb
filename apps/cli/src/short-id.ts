/** The shortest unique prefixes of ids, at least six characters, without the prefix of their kind. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  return new Map(ids.map((id) => [id, shortest(id, ids)]))
}

const SHORTEST = 6

function shortest(id: string, all: readonly string[]): string {
  const bare = bareOf(id)
  for (let length = SHORTEST; length < bare.length; length += 1) {
    const start = bare.slice(0, length)
    if (all.every((other) => other === id || !bareOf(other).startsWith(start))) return start
  }
  return bare
}

export type Named =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly message: string }

/** The one id with this prefix. */
export function idNamed(typed: string, ids: readonly string[]): Named {
  const wanted = bareOf(typed.trim())
  if (wanted === '') return { ok: false, message: 'give the beginning of its id' }
  const found = ids.filter((id) => bareOf(id).startsWith(wanted))
  const [only] = found
  if (only !== undefined && found.length === 1) return { ok: true, id: only }
  return found.length === 0
    ? { ok: false, message: `no chat begins with \`${wanted}\`; \`countersign threads\` lists them` }
    : { ok: false, message: `${found.length} chats begin with \`${wanted}\`; give more of the id` }
}

/** `thr_0f3a` is `0f3a`. */
function bareOf(id: string): string {
  return id.replace(/^[a-z]+_/, '')
}
