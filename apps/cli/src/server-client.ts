import { findRunning, findToken, readConfig } from '@countersign/server/local'
import { terminalHeader, terminalSecret } from './terminal-session.ts'
import { webRoot } from './web-root.ts'

/** The server's HTTP resources, as a command needs them. */
export interface Api {
  get(path: string): Promise<ApiAnswer>
  post(path: string, body: unknown): Promise<ApiAnswer>
  put(path: string, body: unknown): Promise<ApiAnswer>
  patch(path: string, body: unknown): Promise<ApiAnswer>
  remove(path: string): Promise<ApiAnswer>
}

export type ApiAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string }

export type WithServer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string }

/** A server that answers: the running one of the data folder, or one hosted in this process until `close`. */
export interface Reached {
  readonly port: number
  /** Says who asks: the token file's, or this process's own where it hosts the server. */
  readonly token: string
  /** The secret of this terminal, if a person signed it in. */
  readonly terminal?: string | undefined
  /** It runs in this process, and ends with it. */
  readonly hosted: boolean
  readonly api: Api
  close(): Promise<void>
}

/** Finds the server of the data folder; where none runs, one is hosted in this process. Only server code opens the database. */
export async function reachServer({ host = true }: { readonly host?: boolean } = {}): Promise<
  { readonly ok: true; readonly server: Reached } | { readonly ok: false; readonly message: string }
> {
  const read = readConfig(process.env, { port: 0 })
  if (!read.ok) return read
  const { home } = read.config
  const running = await findRunning(home)
  const at = async (port: number, token: string, hosted: boolean, close: () => Promise<void>) => {
    const terminal = hosted ? undefined : await terminalSecret(home)
    return {
      ok: true as const,
      server: { port, token, terminal, hosted, api: apiAt(port, token, terminal), close },
    }
  }
  if (running) {
    const found = await findToken(home)
    return found.ok ? at(running.port, found.token, false, () => Promise.resolve()) : found
  }
  if (!host) return { ok: false, message: 'no server runs on this data folder; start one with `countersign`' }
  // Loaded only to host one: all of it takes longer than most commands.
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

/** Does a piece of work on the server, and lets it go again. */
export async function withServer<T>(
  work: (api: Api) => Promise<T>,
  options: { readonly host?: boolean } = {},
): Promise<WithServer<T>> {
  const reached = await reachServer(options)
  if (!reached.ok) return reached
  try {
    return { ok: true, value: await work(reached.server.api) }
  } finally {
    await reached.server.close()
  }
}

function apiAt(port: number, token: string, terminal?: string): Api {
  const call = async (method: string, path: string, body?: unknown): Promise<ApiAnswer> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...terminalHeader(terminal),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json: unknown = await response.json()
    if (response.ok) return { ok: true, body: json }
    return { ok: false, ...errorOf(json, response.status) }
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    remove: (path) => call('DELETE', path),
  }
}

function errorOf(json: unknown, status: number): { code: string; message: string } {
  if (typeof json === 'object' && json !== null && 'error' in json) {
    const { error } = json
    if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
      return { code: String(error.code), message: String(error.message) }
    }
  }
  return { code: 'internal', message: `the server answered ${status}` }
}
