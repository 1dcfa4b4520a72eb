import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Codex's own report on its hooks in a folder. */
export interface TrustedHook {
  /** As in its file, except that its first letter may be lower case. */
  readonly event: string
  readonly command: string
  readonly status: string
}

/** Milliseconds that it has to answer. */
const PATIENCE = 20_000

/**
 * Asks the installed Codex, without a model, which hooks it has in this folder and whether a person trusted them. Undefined: it does not
 * answer.
 */
export function codexTrust(folder: string): Promise<readonly TrustedHook[] | undefined> {
  return new Promise((answered) => {
    const codex = spawn('codex', ['app-server'], { stdio: ['pipe', 'pipe', 'ignore'], cwd: folder })
    const end = (trust: readonly TrustedHook[] | undefined) => {
      clearTimeout(late)
      codex.kill('SIGKILL')
      answered(trust)
    }
    const late = setTimeout(() => end(undefined), PATIENCE)
    codex.on('error', () => end(undefined))
    codex.on('exit', () => end(undefined))
    codex.stdin.on('error', () => undefined)
    const send = (message: object) => codex.stdin.write(`${JSON.stringify(message)}\n`)
    const info = {
      clientInfo: { name: 'countersign', version: '0' },
      capabilities: { experimentalApi: true },
    }
    send({ id: 1, method: 'initialize', params: info })
    createInterface({ input: codex.stdout }).on('line', (line) => {
      const message = parsed(line)
      if (fieldOf(message, 'id') === 1) {
        send({ method: 'initialized' })
        send({ id: 2, method: 'hooks/list', params: { cwds: [folder] } })
      }
      if (fieldOf(message, 'id') === 2) end(trustIn(fieldOf(message, 'result')))
    })
  })
}

function trustIn(result: unknown): readonly TrustedHook[] | undefined {
  const data = fieldOf(result, 'data')
  if (!Array.isArray(data)) return undefined
  return listOf(data)
    .flatMap((one) => listOf(fieldOf(one, 'hooks')))
    .flatMap((hook) => {
      const [event, command, status] = ['eventName', 'command', 'trustStatus'].map((name) =>
        fieldOf(hook, name),
      )
      if (typeof event !== 'string' || typeof command !== 'string' || typeof status !== 'string') return []
      return [{ event, command, status: fieldOf(hook, 'enabled') === false ? 'disabled' : status }]
    })
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [] // of whatever it answers
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
