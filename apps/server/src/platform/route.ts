import type { Answered, Parsed, RouteContract } from '@countersign/protocol'
import type { Actor } from './actor.ts'

/** One request, parsed. */
export interface RouteCall<Contract extends RouteContract> {
  /** Undefined only on open routes. */
  readonly actor: Contract['needs'] extends 'open' ? undefined : Actor
  readonly params: Parsed<Contract, 'params'>
  readonly query: Parsed<Contract, 'query'>
  readonly body: Contract extends { readonly file: string } ? Buffer : Parsed<Contract, 'body'>
  /** Aborts when the caller disconnects before the answer. */
  readonly gone: AbortSignal
  readonly request: RequestFacts
}

/** Facts of the request itself, which few routes need. */
export interface RequestFacts {
  readonly url: string
  readonly origin: string | undefined
  readonly userAgent: string
  header(name: string): string | undefined
  /** The bytes of the body on `raw` routes; empty on others. */
  readonly bytes: Buffer
  /** Why the caller may not act as a person now; undefined: they may. For routes whose required right depends on the body. */
  personProblem(act: string): Promise<Refused | undefined>
}

/** A refusal as a value: only bugs and broken dependencies throw. */
export class Refused {
  readonly status: number
  readonly code: string
  readonly message: string

  constructor(status: number, code: string, message: string) {
    this.status = status
    this.code = code
    this.message = message
  }
}

export function refuse(status: number, code: string, message: string): Refused {
  return new Refused(status, code, message)
}

/** The reply of a route without content. */
export const DONE = { ok: true } as const

export function noSuchThread(): Refused {
  return refuse(404, 'not_found', 'there is no such chat; it may have been deleted')
}

/** A reply that is not JSON, or that needs its own headers. */
export class Content {
  readonly body: string | Buffer | Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly status: number

  constructor(
    body: string | Buffer | Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>>,
    status = 200,
  ) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

export type RouteAnswer<Contract> = Answered<Contract> | Refused | Content

/** A route of any contract, as the server holds it. */
export interface Route {
  readonly contract: RouteContract
  run(call: RouteCall<RouteContract>): unknown
}

/** Binds a contract to its implementation. */
export function route<const Contract extends RouteContract>(
  contract: Contract,
  run: (call: RouteCall<Contract>) => RouteAnswer<Contract> | Promise<RouteAnswer<Contract>>,
): Route {
  return { contract, run }
}
