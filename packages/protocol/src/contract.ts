import type { z } from 'zod'

/**
 * The right that a caller needs. The token file lets a program read and propose. Acts of a person need more: a page's session, or a terminal
 * that none of our servers started.
 */
export type Right = 'read' | 'propose' | 'person'

/** One HTTP route: the server parses requests with it, it types the clients, and the reference is generated from it. */
export interface RouteContract {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for each part of `params`. */
  readonly path: string
  /** `open`: anyone who can reach the server at its own address. */
  readonly needs: Right | 'open'
  /** One line for the reference, without a full stop. */
  readonly about: string
  readonly params?: z.ZodType
  /** `params` may name something new: a malformed name gets a hint on its format instead of `not_found`. */
  readonly namesNew?: true
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The body is a file of this media type instead of JSON, as in `image/*`. */
  readonly file?: string
  /** The sender signs the bytes of the body, so the server keeps them unchanged. */
  readonly raw?: true
  /** Largest body in bytes; absent: 1 MB. */
  readonly limit?: number
  /** Absent: the reply is text or bytes, not JSON. */
  readonly reply?: z.ZodType
}

export function defineRoute<const Contract extends RouteContract>(contract: Contract): Contract {
  return contract
}

/** One command of the socket. Its schema has `type` and `request_id`. */
export interface CommandContract {
  readonly schema: z.ZodObject<{ readonly type: z.ZodLiteral<string>; readonly request_id: z.ZodString }>
  /** The least right that it needs; the server may require more, depending on the command's content. */
  readonly needs: Right
  /** A sentence or two for the reference. */
  readonly about: string
  /** It concerns one connection, and cannot be sent over HTTP. */
  readonly socketOnly?: boolean
  /** Keys of older clients that no longer have an effect: the server ignores and logs them. Every other unknown key is refused. */
  readonly legacy?: readonly string[]
}

export function defineCommand<const Contract extends CommandContract>(contract: Contract): Contract {
  return contract
}

/** One part of a request as a client sends it; undefined if the route has none. */
export type Sent<Contract, Part extends 'params' | 'query' | 'body'> =
  Contract extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.input<Schema> : undefined

/** The same part as the server sees it, parsed. */
export type Parsed<Contract, Part extends 'params' | 'query' | 'body'> =
  Contract extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : undefined

/** The reply as a client gets it. */
export type Reply<Contract> =
  Contract extends Readonly<Record<'reply', infer Schema extends z.ZodType>> ? z.output<Schema> : never

/** The reply as the server returns it, before it becomes JSON. */
export type Answered<Contract> =
  Contract extends Readonly<Record<'reply', infer Schema extends z.ZodType>> ? z.input<Schema> : never
