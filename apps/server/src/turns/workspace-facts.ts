import type { Clock } from '@countersign/agent'
import { open, readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'

/** A model's information about its workspace. */
export interface WorkspaceFacts {
  readonly folder: string
  readonly platform: string
  /** Absent: no git repository. */
  readonly branch?: string
  /** A date without a time, so that the prompt stays the same for a day. */
  readonly today: string
  /** Text of the project's AGENTS.md. Untrusted: anyone who can write to the project may have written it. */
  readonly advice?: string
}

/** Most bytes of AGENTS.md that are read. */
const ADVICE_LIMIT = 20_000

/** Inspects a workspace. Starts no program: git in a foreign folder runs what that folder says. */
export async function workspaceFacts(
  folder: string,
  clock: Clock,
  platform: string,
): Promise<WorkspaceFacts> {
  const [branch, advice] = await Promise.all([gitBranch(folder), readAdvice(folder)])
  return {
    folder,
    platform,
    today: new Date(clock.now()).toISOString().slice(0, 10),
    ...(branch === undefined ? {} : { branch }),
    ...(advice === undefined ? {} : { advice }),
  }
}

async function gitBranch(folder: string): Promise<string | undefined> {
  try {
    const head = await readFile(join(await gitFolder(folder), 'HEAD'), 'utf8')
    const name = /^ref: refs\/heads\/(?<name>[^\s]{1,200})\s*$/.exec(head)?.groups?.['name']
    return name ?? `(detached at ${head.trim().slice(0, 12)})`
  } catch {
    // No repository, or an unreadable one: not worth failing a turn.
    return undefined
  }
}

/** `.git` is a folder, or in a worktree a file that names one. */
async function gitFolder(folder: string): Promise<string> {
  const path = join(folder, '.git')
  if ((await stat(path)).isDirectory()) return path
  const named = /^gitdir: (?<path>.+)$/m.exec(await readFile(path, 'utf8'))?.groups?.['path'] ?? ''
  return isAbsolute(named) ? named : resolve(folder, named)
}

/** Only reads a file inside the workspace: a link out of it would show the model something that it may not read. */
async function readAdvice(folder: string): Promise<string | undefined> {
  try {
    const path = await realpath(join(folder, 'AGENTS.md'))
    const inside = relative(await realpath(folder), path)
    if (inside.startsWith('..') || isAbsolute(inside)) return undefined
    const file = await open(path, 'r')
    try {
      if (!(await file.stat()).isFile()) return undefined
      const { bytesRead, buffer } = await file.read(Buffer.alloc(ADVICE_LIMIT + 1), 0, ADVICE_LIMIT + 1, 0)
      const text = buffer.toString('utf8', 0, Math.min(bytesRead, ADVICE_LIMIT))
      return bytesRead > ADVICE_LIMIT
        ? `${text}\n[cut: only the first ${ADVICE_LIMIT} bytes are shown]`
        : text
    } finally {
      await file.close()
    }
  } catch {
    // There is none, or it is unreadable: the turn continues without it.
    return undefined
  }
}
