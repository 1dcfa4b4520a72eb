import { BODY_JOINED, BODY_OPTION, HTTP_CLIENTS } from './programs.ts'
import type { Request } from './http.ts'
import { positionals, type Word } from './words.ts'

const METHODS = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|PURGE)$/i
const METHOD_OPTION = /^(?:-X|--request|--method|-Method|--http-method)$/
const METHOD_JOINED = /^(?:-[a-zA-Z]*X|--request=|--method=|--http-method=)(.+)$/
/** Overrides the method of a request: a header, or a field of the form or the address. */
const OVERRIDE = /(?:^x-(?:http-)?method(?:-override)?\s*:\s*|(?:^|[?&])_method=)(DELETE)\b/i

/** The request that a client's words describe; undefined if they describe none. */
export function requestOf(program: string, words: readonly Word[]): Request | undefined {
  const method = methodIn(words)
  const bodies = bodiesIn(words)
  if (HTTP_CLIENTS.test(program))
    return { ...ofClient(program, words, method), bodies: [...bodies, ...items(program, words)] }
  // `gh api -X DELETE`, `az rest --method delete` are requests too.
  const rest = positionals(words)
  const asks = rest.slice(0, 2).some(({ text }) => /^(?:api|rest|raw|graphql|curl)$/.test(text))
  if (!asks && method?.toUpperCase() !== 'DELETE') return undefined
  return { method, urls: asks ? addresses(words) : [], bodies }
}

/** The addresses: separate words, or values of options for them. */
function addresses(words: readonly Word[]): readonly string[] {
  const own = positionals(words)
    .filter(({ maybeValue }) => !maybeValue)
    .slice(1)
  const named = words.filter((_, index) =>
    /^(?:--path|--url|--uri|-e|--endpoint)$/.test(words[index - 1]?.text ?? ''),
  )
  return [...own, ...named].map(({ text }) => text).filter(isPath)
}

function isPath(text: string): boolean {
  return /^[\w/:.-]+(?:\?.*)?$/.test(text)
}

function methodIn(words: readonly Word[]): string | undefined {
  for (const { text } of words) {
    const override = OVERRIDE.exec(text)?.[1]
    if (override !== undefined) return override
  }
  for (const [index, { text }] of words.entries()) {
    const joined = METHOD_JOINED.exec(text)?.[1]
    if (joined !== undefined && METHODS.test(joined)) return joined
    const next = words[index + 1]?.text ?? ''
    if (METHOD_OPTION.test(text) && METHODS.test(next)) return next
    // `curl -sX DELETE`.
    if (/^-[a-zA-Z]+X$/.test(text) && METHODS.test(next)) return next
  }
  return undefined
}

function bodiesIn(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text }, index) => {
    const joined = BODY_JOINED.exec(text)?.[1]
    if (joined !== undefined) return [joined]
    return BODY_OPTION.test(text) ? [words[index + 1]?.text ?? ''] : []
  })
}

function ofClient(
  program: string,
  words: readonly Word[],
  method: string | undefined,
): Omit<Request, 'bodies'> {
  const rest = positionals(words).map(({ text }) => text)
  const urls = [...rest, ...words.map(({ text }) => text)].filter(
    (text) => /^[\w.-]*[:./]/.test(text) && !text.startsWith('-'),
  )
  const first = rest.find((text) => METHODS.test(text))
  if (/^(?:curl|wget|awscurl)$/.test(program)) {
    const gets = words.some(({ text }) => /^(?:-G|--get|-I|--head|-[a-zA-Z]*G)$/.test(text))
    return { method: method ?? (gets ? 'GET' : undefined), urls }
  }
  return { method: method ?? first, urls }
}

/** `name=value` of httpie and similar clients is a body. */
function items(program: string, words: readonly Word[]): readonly string[] {
  if (/^(?:curl|wget|awscurl)$/.test(program)) return []
  return positionals(words).flatMap(({ text }) => /^[\w[\].-]+:?=(.*)$/s.exec(text)?.[1] ?? [])
}
