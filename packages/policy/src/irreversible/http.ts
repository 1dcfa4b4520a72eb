import { objectKind, verbKind, wordParts } from './verbs.ts'

/** A request, derived from the words of an HTTP client. */
export interface Request {
  /** As written; undefined: the client chooses. */
  readonly method?: string | undefined
  readonly urls: readonly string[]
  readonly bodies: readonly string[]
}

/** The words with which a request deletes data on the server: its method, its path, or the mutation in its body (SPEC P20). */
export function lostByRequest({ method, urls, bodies }: Request): readonly string[] | undefined {
  const verb = method?.toUpperCase() ?? (bodies.length > 0 ? 'POST' : 'GET')
  if (verb === 'DELETE') return [method ?? verb]
  const mutation = bodies.flatMap(mutationsOf)[0]
  if (mutation !== undefined) return [mutation]
  if (verb === 'GET' || verb === 'HEAD' || verb === 'OPTIONS') return undefined
  const segment = urls.flatMap(partsOfPath).find(saysSo)
  return segment === undefined ? undefined : [segment]
}

/** Names in the path and the values of `action=`, without the host. */
function partsOfPath(url: string): readonly string[] {
  const [path = '', query = ''] = url.replace(/^[a-z]+:\/\/[^/]*/i, '').split('?', 2)
  const actions = [...query.matchAll(/(?:^|&)(?:action|method|op|cmd|command)=([\w.-]+)/g)].map(
    ([, value = '']) => value,
  )
  return [...path.split('/'), ...actions].filter((name) => name !== '')
}

/** `purge`, `_delete_by_query`, `doDelete`, `bulk-delete`: the name is an action. */
function saysSo(name: string): boolean {
  const parts = wordParts(name)
  if (parts.length > 4) return false
  const kind = verbKind(name)
  if (kind === 'strong') return true
  return kind === 'weak' && (parts.length === 1 ? ALONE.test(name) : objectKind(parts) === 'held')
}

/** Verbs that are destructive at the end of a path; the others are everyday words in an API. */
const ALONE = /^(?:remove|reset|disable|flush|clear|deactivate|uninstall|unregister)$/i

/** Fields of a GraphQL mutation, and the method of a call in JSON. */
function mutationsOf(body: string): readonly string[] {
  if (/\bmutation\b/.test(body)) {
    const after = body.slice(body.search(/\bmutation\b/))
    const names = [...after.matchAll(/\b([a-z]\w*)\s*(?=\(|\{)/gi)].map(([, name = '']) => name)
    return names.filter((name) => wordParts(name).length > 1 && saysSo(name))
  }
  const called = /"(?:method|action|op|operation|command)"\s*:\s*"([\w.:-]+)"/.exec(outermost(body))?.[1]
  return called !== undefined && saysSo(called) ? [called] : []
}

/** A JSON body without its nested values. */
function outermost(body: string): string {
  const start = body.indexOf('{')
  if (start === -1) return ''
  let inside = body.slice(start + 1)
  for (let round = 0; round < 4; round += 1) inside = inside.replaceAll(/\{[^{}]*\}/g, '')
  return inside.replace(/\}[^}]*$/, '')
}
