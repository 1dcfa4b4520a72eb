import { spawn } from 'node:child_process'
import { boundedOutput } from './bounded-output.ts'

export interface CommandRun {
  readonly command: string
  readonly cwd: string
  readonly home: string
  /** Milliseconds. */
  readonly timeout: number
}

export type CommandEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly output: string }
  | { readonly kind: 'timed_out' | 'stopped'; readonly output: string }
  | { readonly kind: 'not_started'; readonly message: string }

/** Milliseconds between asking a process group to end and ending it. */
const GRACE = 500

/**
 * Runs exactly the judged text as `bash --noprofile --norc -c TEXT` in a clean environment: no start-up files, no keys of ours, no
 * state from call to call. The whole process group ends on stop and on timeout.
 */
export function runCommand(run: CommandRun, signal: AbortSignal): Promise<CommandEnd> {
  return new Promise((settle) => {
    const output = boundedOutput()
    const child = spawn('bash', ['--noprofile', '--norc', '-c', run.command], {
      cwd: run.cwd,
      env: cleanEnvironment(run.home),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let cause: 'timed_out' | 'stopped' | undefined
    const end = (why: 'timed_out' | 'stopped') => {
      cause ??= why
      killGroup(child.pid, 'SIGTERM')
      setTimeout(() => killGroup(child.pid, 'SIGKILL'), GRACE).unref()
    }
    const timer = setTimeout(() => end('timed_out'), run.timeout)
    const onAbort = () => end('stopped')
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()

    child.stdout.on('data', (bytes: Buffer) => output.add(bytes))
    child.stderr.on('data', (bytes: Buffer) => output.add(bytes))
    child.on('error', (error) => finish({ kind: 'not_started', message: error.message }))
    child.on('close', (code, killedBy) => {
      if (cause) finish({ kind: cause, output: output.text() })
      else finish({ kind: 'exited', code: code ?? (killedBy ? 128 : 1), output: output.text() })
    })

    function finish(ended: CommandEnd): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      // What the command left in the background belongs to the call and ends with it.
      killGroup(child.pid, 'SIGKILL')
      settle(ended)
    }
  })
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (cause) {
    // ESRCH: the group is gone already, which is what was wanted.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH')) throw cause
  }
}

/** Only what a program needs to be found and to print: nothing that loads code, nothing that is a secret of ours. */
function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  const kept = ['PATH', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'SHELL']
  const env: NodeJS.ProcessEnv = {}
  for (const name of kept) if (process.env[name] !== undefined) env[name] = process.env[name]
  return {
    ...env,
    HOME: home,
    TERM: 'dumb',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
  }
}
