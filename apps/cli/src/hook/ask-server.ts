import { readToken, type Running } from '@countersign/server/data-folder'
import type { Agent, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { AgentLife } from './agent-life.ts'

/** What the hook says and how it ends. */
export interface Reply {
  readonly exit: 0 | 2
  readonly stdout: string
  readonly stderr: string
}

export interface Question {
  readonly running: Running
  readonly home: string
  /** As `POST /api/outside/hook` takes it. */
  readonly said: object
  /** Aborts when nobody shall be waited for any longer. */
  readonly signal: AbortSignal
  readonly agent: Pick<AgentLife, 'lives'>
}

/** Milliseconds that a server has to say that it is the one of the note. */
const PATIENCE = 5000

/**
 * Asks the server that the data folder names, on one connection: first whether it is that server, for nobody else may see the token, then
 * the question. Rejects if the server answers anything but a decision.
 */
export async function askServer(question: Question): Promise<Reply | 'no server' | 'lost' | 'no answer'> {
  const { running, home, said, signal, agent } = question
  // `import` would load all that `http` hands out, a browser's fetch among it.
  const { Agent } = process.getBuiltinModule('node:http')
  const line: Line = {
    port: running.port,
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
    socket: undefined,
  }
  const health = await exchange(line, 'GET', '/healthz', {}, { signal: AbortSignal.timeout(PATIENCE) }).catch(
    () => undefined,
  )
  if (health === undefined || fieldOf(health.body, 'boot') !== running.boot) {
    if (health === undefined && lives(running.pid)) throw new Error('the Countersign server does not answer')
    return 'no server'
  }
  const headers = { authorization: `Bearer ${readToken(home)}`, 'content-type': 'application/json' }
  const post = (path: string, body: object, more: { signal?: AbortSignal } = {}) =>
    exchange(line, 'POST', path, headers, { body: JSON.stringify(body), ...more })
  const answer = await post('/api/outside/hook', said, { signal }).catch(() => undefined)
  if (answer === undefined) return signal.aborted ? 'no answer' : 'lost'
  const { exit, stdout, stderr, heard } = replyIn(answer)
  if (heard !== undefined) {
    if (!agent.lives()) throw new Error('the agent that asked is gone')
    const { status } = await post(`/api/outside/calls/${heard}/heard`, {})
    if (status !== 200) throw new Error('the yes came too late')
  }
  line.agent.destroy()
  return { exit, stdout, stderr }
}

/** One connection, on which one request follows the other. */
interface Line {
  readonly port: number
  readonly agent: Agent
  socket: Socket | undefined
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

function exchange(
  line: Line,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  { body, signal }: { readonly body?: string; readonly signal?: AbortSignal },
): Promise<Answer> {
  return new Promise((answered, failed) => {
    const request = process.getBuiltinModule('node:http').request(
      {
        host: '127.0.0.1',
        port: line.port,
        path,
        method,
        agent: line.agent,
        headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
        ...(signal === undefined ? {} : { signal }),
      },
      (response) =>
        bodyOf(response).then((read) => answered({ status: response.statusCode ?? 0, body: read }), failed),
    )
    request.on('socket', (socket) => {
      // Another connection may lead to another process.
      if (line.socket !== undefined && line.socket !== socket)
        request.destroy(new Error('the connection was lost'))
      line.socket = socket
    })
    request.on('error', failed)
    request.end(body)
  })
}

async function bodyOf(response: IncomingMessage): Promise<unknown> {
  let text = ''
  response.setEncoding('utf8')
  for await (const part of response) text += String(part)
  return JSON.parse(text)
}

function replyIn({ status, body }: Answer): Reply & { readonly heard: string | undefined } {
  const exit = fieldOf(body, 'exit')
  const stdout = fieldOf(body, 'stdout')
  const stderr = fieldOf(body, 'stderr')
  const heard = fieldOf(body, 'heard')
  const known = (exit === 0 || exit === 2) && typeof stdout === 'string' && typeof stderr === 'string'
  if (status !== 200 || !known || !(heard === undefined || typeof heard === 'string'))
    throw new Error(`Countersign answered ${status}: ${errorIn(body)}`)
  return { exit, stdout, stderr, heard }
}

function errorIn(body: unknown): string {
  const message = fieldOf(fieldOf(body, 'error'), 'message')
  return typeof message === 'string' ? message : 'something that is no decision'
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    // It lives, and is somebody else's.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}
