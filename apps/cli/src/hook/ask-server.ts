import { readToken, type Running } from '@countersign/server/data-folder'
import type { AgentLife } from './agent-life.ts'
import { openLine, type Answer } from './line.ts'

/** The hook's output and exit code. */
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
  /** Called with a function that disconnects, to stop waiting. */
  untilTired(hangUp: () => void): void
  readonly agent: Pick<AgentLife, 'lives'>
}

/** Milliseconds that a server has to identify itself as the one of the note. */
const PATIENCE = 5000

/**
 * Asks the server that the data folder names, on one connection: first whether it is that server, because nobody else may see the token,
 * then the question. Rejects if the server answers anything but a decision.
 */
export async function askServer(question: Question): Promise<Reply | 'no server' | 'lost' | 'tired'> {
  const { running, home, said, agent } = question
  const line = openLine(running.port)
  const slow = setTimeout(() => line.close(), PATIENCE)
  const health = await line.exchange('GET', '/healthz').catch(() => undefined)
  clearTimeout(slow)
  if (health === undefined || fieldOf(health.body, 'boot') !== running.boot) {
    line.close()
    if (health === undefined && line.wasOpen && lives(running.pid))
      throw new Error('the Countersign server is not responding')
    return 'no server'
  }
  const token = readToken(home)
  let isTired = false
  question.untilTired(() => {
    isTired = true
    line.close()
  })
  const answer = await line
    .exchange('POST', '/api/outside/hook', { token, body: said })
    .catch(() => undefined)
  if (answer === undefined) return isTired ? 'tired' : 'lost'
  const { heard, ...reply } = replyIn(answer)
  if (heard !== undefined) {
    if (!agent.lives()) throw new Error('the agent that asked is gone')
    const { status } = await line.exchange('POST', `/api/outside/calls/${heard}/heard`, { token, body: {} })
    if (status !== 200) throw new Error('the yes came too late')
  }
  return reply
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
  return typeof message === 'string' ? message : 'something that is not a decision'
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    // It is alive, but belongs to someone else.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}
