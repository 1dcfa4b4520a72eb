import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Folders } from './product.ts'

/** A hook as Codex sees it. */
export interface ListedHook {
  readonly key: string
  readonly currentHash: string
  readonly trustStatus: string
}

/** A question from Codex to its person. */
export interface Approval {
  readonly method: string
  readonly params: unknown
}

/** Asks Codex which hooks it knows and whether it trusts them. */
export async function listHooks(program: string, folders: Folders): Promise<readonly ListedHook[]> {
  const server = startCodexServer(program, folders, () => 'decline')
  try {
    await server.ready
    const { data } = (await server.ask('hooks/list', { cwds: [folders.work] })) as {
      data: readonly { hooks: readonly ListedHook[] }[]
    } // as Codex 0.166 answers
    return data.flatMap(({ hooks }) => hooks)
  } finally {
    server.end()
  }
}

/** One turn with a person who can be asked, which `codex exec` never does. */
export async function turnWithPerson(
  program: string,
  folders: Folders,
  prompt: string,
  answer: (question: Approval) => 'accept' | 'decline',
): Promise<readonly Approval[]> {
  const questions: Approval[] = []
  const server = startCodexServer(program, folders, (question) => {
    questions.push(question)
    return answer(question)
  })
  try {
    await server.ready
    const started = (await server.ask('thread/start', {
      cwd: folders.work,
      approvalPolicy: 'on-request',
      sandbox: 'workspace-write',
    })) as { thread: { id: string } } // as Codex 0.166 answers
    await server.ask('turn/start', { threadId: started.thread.id, input: [{ type: 'text', text: prompt }] })
    await server.turnEnded
    return questions
  } finally {
    server.end()
  }
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

function startCodexServer(
  program: string,
  { home, work, env }: Folders,
  answer: (question: Approval) => string,
): {
  readonly ready: Promise<unknown>
  readonly turnEnded: Promise<void>
  ask(method: string, params: unknown): Promise<unknown>
  end(): void
} {
  const child = spawn(program, ['app-server'], {
    cwd: work,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, SCRIPTED_KEY: 'x', RUST_LOG: 'off', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const turn = Promise.withResolvers<void>()
  let last = 0
  const send = (message: Message): void => {
    child.stdin.write(`${JSON.stringify(message)}\n`)
  }
  const ask = (method: string, params: unknown): Promise<unknown> => {
    const id = (last += 1)
    const reply = Promise.withResolvers<unknown>()
    waiting.set(id, reply)
    send({ id, method, params })
    return reply.promise
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, method, params, result, error } = JSON.parse(line) as Message // one message per line
    if (id !== undefined && method !== undefined) {
      send({ id, result: { decision: answer({ method, params }) } })
    } else if (id !== undefined) {
      if (error === undefined) waiting.get(id)?.resolve(result)
      else waiting.get(id)?.reject(new Error(error.message))
    } else if (method === 'turn/completed') turn.resolve()
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('Codex ended'))
    turn.resolve()
  })
  const ready = ask('initialize', {
    clientInfo: { name: 'countersign', version: '0.1.0' },
    capabilities: { experimentalApi: true },
  }).then(() => send({ method: 'initialized' }))
  return { ready, turnEnded: turn.promise, ask, end: () => child.kill() }
}
