import type { Reply, RouteContract, Sent } from '../contract.ts'

/** The parts of a request that its contract declares. */
export type RequestParts<Contract extends RouteContract> = Present<{
  readonly params: Sent<Contract, 'params'>
  readonly query: Sent<Contract, 'query'>
  readonly body: Contract extends { readonly file: string } ? Blob : Sent<Contract, 'body'>
}>
type Present<Parts> = {
  readonly [Name in keyof Parts as Parts[Name] extends undefined ? never : Name]: Parts[Name]
}

/** A request in the form that `fetch` takes. */
export interface BuiltRequest {
  readonly path: string
  readonly init: {
    readonly method: RouteContract['method']
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Blob
  }
}

/** Builds a request from its contract. */
export function buildRequest<const Contract extends RouteContract>(
  contract: Contract,
  parts: RequestParts<Contract>,
): BuiltRequest {
  const given: {
    readonly params?: Readonly<Record<string, unknown>>
    readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
    readonly body?: unknown
  } = parts
  const path = contract.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(given.params?.[name])),
  )
  const query = new URLSearchParams(
    Object.entries(given.query ?? {}).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()
  return {
    path: query === '' ? path : `${path}?${query}`,
    init: { method: contract.method, ...content(given.body) },
  }
}

function content(body: unknown): Pick<BuiltRequest['init'], 'headers' | 'body'> {
  if (body === undefined) return {}
  if (body instanceof Blob) return { headers: { 'content-type': body.type }, body }
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Reads a reply by its contract; undefined: the server has another version. */
export function readReply<const Contract extends RouteContract>(
  contract: Contract,
  json: unknown,
): Reply<Contract> | undefined {
  const parsed = contract.reply?.safeParse(json)
  return parsed?.success === true ? (parsed.data as Reply<Contract>) : undefined // parsed by the contract that types it
}
