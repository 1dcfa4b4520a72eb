import { readFileSync } from 'node:fs'

/** Whether the agent that started this hook is still alive. */
export interface AgentLife {
  lives(): boolean
  stop(): void
}

/** Milliseconds between two looks. */
const PAUSE = 500

/**
 * Watches the process that started this one. A shell that was only started for the command outlives its agent while the hook runs, so the
 * shell's parent is watched too.
 */
export function watchAgent(gone: () => void, parents: Parents = parentsHere): AgentLife {
  const parent = parents.own()
  let above = parents.isQuick ? parents.aboveShell(parent) : undefined
  const lives = () => {
    if (parents.own() !== parent) return false
    above ??= parents.aboveShell(parent)
    return above === undefined || parents.aboveShell(parent) === above
  }
  const timer = setInterval(() => {
    if (!lives()) gone()
  }, PAUSE)
  timer.unref()
  return { lives, stop: () => clearInterval(timer) }
}

export interface Parents {
  own(): number
  /** Looking further up is cheap enough to be done immediately, not only when a card waits. */
  readonly isQuick: boolean
  /** The parent of this process, if it is a shell; undefined: it is not, or unknown. */
  aboveShell(pid: number): number | undefined
}

const SHELLS = /^-?(?:sh|bash|dash|zsh|fish|ksh|mksh|ash|busybox)$/

const parentsHere: Parents = {
  own: () => process.ppid,
  isQuick: process.platform === 'linux',
  aboveShell(pid) {
    const found = process.platform === 'linux' ? linuxProcess(pid) : otherProcess(pid)
    return found !== undefined && SHELLS.test(found.name) ? found.parent : undefined
  },
}

interface Found {
  readonly name: string
  readonly parent: number
}

function linuxProcess(pid: number): Found | undefined {
  try {
    // The name is in brackets and may contain any; after the last one comes the state, then the parent.
    const [, name = '', parent = ''] =
      /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return name === '' ? undefined : { name, parent: Number(parent) }
  } catch {
    return undefined
  }
}

function otherProcess(pid: number): Found | undefined {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
  const [, parent = '', path = ''] = /^\s*(\d+)\s+(.+?)\s*$/.exec(stdout ?? '') ?? []
  return path === '' ? undefined : { name: path.slice(path.lastIndexOf('/') + 1), parent: Number(parent) }
}
