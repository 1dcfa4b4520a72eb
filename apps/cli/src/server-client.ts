import {
  buildCommand,
  buildRequest,
  readReply,
  ServerMessage,
  threadRoutes,
  type CommandContract,
  type CommandFields,
  type Reply,
  type RequestParts,
  type RouteContract,
} from '@countersign/protocol'
import { readConfig } from '@countersign/server/config'
import { findRunning, findToken } from '@countersign/server/local'
import { terminalHeader, terminalSecret } from './terminal-session.ts'
import { webRoot } from './web-root.ts'

/** The server's routes and commands, typed by their contracts. */
export interface Api {
  call<const Contract extends RouteContract>(
    contract: Contract,
    parts: RequestParts<Contract>,
  ): Promise<ApiAnswer<Reply<Contract>>>
  /** A route that answers with a file. */
  file<const Contract extends RouteContract>(
    contract: Contract,
    parts: RequestParts<Contract>,
  ): Promise<ApiAnswer<Buffer>>
  /** One socket command over HTTP. */
  command<const Contract extends CommandContract>(
    contract: Contract,
    fields: CommandFields<Contract>,
  ): Promise<ApiAnswer<ServerMessage>>
}

export type ApiAnswer<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly code: string; readonly message: string }

/** A value, or why there is none, for people. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string }

/** A server's address, and the caller's credentials. */
export interface Address {
  readonly port: number
  /** From the token file, or this process's own if it hosts the server. */
  readonly token: string
  /** The secret of this terminal, if a person signed it in. */
  readonly terminal?: string | undefined
}

/** A server that answers: the running one of the data folder, or one hosted in this process until `close`. */
export interface Reached extends Address {
  /** It runs in this process and ends with it. */
  readonly hosted: boolean
  readonly api: Api
  close(): Promise<void>
}

/** Finds the server of the data folder; if none runs, one is hosted in this process. Only server code opens the database. */
export async function reachServer({ host = true }: { readonly host?: boolean } = {}): Promise<
  { readonly ok: true; readonly server: Reached } | { readonly ok: false; readonly message: string }
> {
  const read = readConfig(process.env, { port: 0 })
  if (!read.ok) return read
  const { home } = read.config
  const running = await findRunning(home)
  const at = async (port: number, token: string, hosted: boolean, close: () => Promise<void>) => {
    const terminal = hosted ? undefined : await terminalSecret(home)
    const address = { port, token, terminal }
    return { ok: true as const, server: { ...address, hosted, api: apiAt(address), close } }
  }
  if (running) {
    const found = await findToken(home)
    return found.ok ? at(running.port, found.token, false, () => Promise.resolve()) : found
  }
  if (!host)
    return { ok: false, message: 'no server is running on this data folder; start one with `countersign`' }
  // Loaded only to host one: loading it takes longer than most commands.
  const { startServer } = await import('@countersign/server')
  const started = await startServer(read.config, { webRoot: webRoot() })
  switch (started.kind) {
    case 'refused':
      return { ok: false, message: started.message }
    case 'running_elsewhere':
      return { ok: false, message: 'a server is just starting on this data folder; try again' }
    case 'started':
      return at(started.server.port, started.server.key, true, () => started.server.close())
  }
}

/** Does a piece of work on the server, and releases it. */
export async function withServer<T>(
  work: (api: Api) => Promise<T>,
  options: { readonly host?: boolean } = {},
): Promise<Outcome<T>> {
  const reached = await reachServer(options)
  if (!reached.ok) return reached
  try {
    return { ok: true, value: await work(reached.server.api) }
  } finally {
    await reached.server.close()
  }
}

export function apiAt({ port, token, terminal }: Address): Api {
  const identity = { authorization: `Bearer ${token}`, ...terminalHeader(terminal) }
  const ask = <const Contract extends RouteContract>(contract: Contract, parts: RequestParts<Contract>) => {
    const { path, init } = buildRequest(contract, parts)
    return fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { ...identity, ...init.headers } })
  }
  const call: Api['call'] = async (contract, parts) => {
    const response = await ask(contract, parts)
    const json: unknown = await response.json()
    if (!response.ok) return { ok: false, ...errorOf(json, response.status) }
    const body = readReply(contract, json)
    return body === undefined ? OTHER_VERSION : { ok: true, body }
  }
  return {
    call,
    async file(contract, parts) {
      const response = await ask(contract, parts)
      if (response.ok) return { ok: true, body: Buffer.from(await response.arrayBuffer()) }
      return { ok: false, ...errorOf(await response.json(), response.status) }
    },
    async command(contract, fields) {
      const answer = await call(threadRoutes.command, { body: buildCommand(contract, fields) })
      if (!answer.ok) return answer
      const read = ServerMessage.safeParse(answer.body)
      return read.success ? { ok: true, body: read.data } : OTHER_VERSION
    },
  }
}

const OTHER_VERSION = {
  ok: false,
  code: 'internal',
  message: 'the server runs a different version; restart it',
} as const

function errorOf(json: unknown, status: number): { code: string; message: string } {
  if (typeof json === 'object' && json !== null && 'error' in json) {
    const { error } = json
    if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
      return { code: String(error.code), message: String(error.message) }
    }
  }
  return { code: 'internal', message: `the server responded with ${status}` }
}
