import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { cleanEnvironment } from '../../processes/clean-environment.ts'
import { endMarked, kill } from '../../processes/process-table.ts'
import type { Argv, findReaper } from '../../processes/reaper.ts'
import type { Size } from './mirror.ts'

/** The parameters for starting a command. */
export interface CommandStart {
  /** Exactly the judged text. */
  readonly command: string
  readonly cwd: string
  readonly home: string
  /** On its own terminal, for programs that draw or ask; otherwise on pipes, with nothing to read. */
  readonly pty: boolean
  /** Name that all its processes carry. */
  readonly marker: string
}

export type ProcessEnd =
  /** `killed`: by a signal, which its own exit code may not show. */
  | { readonly kind: 'exited'; readonly code: number; readonly killed: boolean }
  | { readonly kind: 'not_started'; readonly message: string }

/** A running command. */
export interface RunningProcess {
  readonly pid: number | undefined
  /** Resolves when it has ended with all its descendants. Never rejects. */
  readonly ended: Promise<ProcessEnd>
  /** Types text into it; false: it reads nothing or has ended. */
  write(text: string | Buffer): boolean
  /** Gives its terminal another size, where it has one. */
  resize(size: Size): void
  /** Asks it to end, then kills it, with all its descendants. */
  stop(): void
}

export interface ProcessParts {
  readonly reaper: Awaited<ReturnType<typeof findReaper>>
  /** Started in place of bash, with the command in it: a sandbox. */
  readonly instead?: Argv
}

/** Milliseconds between asking a process to end and killing it. */
const GRACE = 500
/** Milliseconds after which everything with the marker is killed, whatever the reaper does. */
const LAST_RESORT = 15_000
/** Milliseconds that output may still arrive after the end. */
const DRAIN = 1000

/** Starts exactly the judged text as `bash --noprofile --norc -c TEXT`: no start-up files, no state from call to call. */
export async function startProcess(
  parts: ProcessParts,
  start: CommandStart,
  onOutput: (bytes: Buffer) => void,
): Promise<RunningProcess> {
  const bash: Argv = { file: 'bash', args: ['--noprofile', '--norc', '-c', start.command] }
  const inside = parts.instead ?? bash
  const argv = parts.reaper?.(inside, { joined: !start.pty }) ?? inside
  const env = cleanEnvironment(start)
  const raw = start.pty
    ? await onTerminal(argv, { cwd: start.cwd, env }, onOutput)
    : onPipes(argv, { cwd: start.cwd, env }, onOutput)
  return guarded(raw, { marker: start.marker, hasReaper: parts.reaper !== undefined })
}

interface Where {
  readonly cwd: string
  readonly env: Record<string, string>
}

/** A bare process. */
interface RawProcess {
  readonly pid: number | undefined
  readonly exited: Promise<ProcessEnd>
  /** All its output was read. Only a process that still holds the pipe could delay this. */
  readonly drained: Promise<void>
  write(text: string | Buffer): boolean
  resize?(size: Size): void
}

function onPipes({ file, args }: Argv, where: Where, onOutput: (bytes: Buffer) => void): RawProcess {
  const child = spawn(file, [...args], { ...where, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onOutput)
  const exited = new Promise<ProcessEnd>((settle) => {
    child.on('error', (error) => settle({ kind: 'not_started', message: error.message }))
    child.on('exit', (code, signal) => {
      settle({ kind: 'exited', code: code ?? 128, killed: signal !== null })
    })
  })
  const drained = new Promise<void>((settle) => {
    child.on('close', () => settle())
  })
  return { pid: child.pid, exited, drained, write: () => false }
}

/** Size of the terminal that programs see first. */
export const FIRST_SIZE: Size = { cols: 120, rows: 40 }

async function onTerminal(
  { file, args }: Argv,
  where: Where,
  onOutput: (bytes: Buffer) => void,
): Promise<RawProcess> {
  const failed = (cause: unknown): RawProcess => {
    const message = cause instanceof Error ? cause.message : String(cause)
    return {
      pid: undefined,
      exited: Promise.resolve({ kind: 'not_started', message: `no terminal can be opened here: ${message}` }),
      drained: Promise.resolve(),
      write: () => false,
    }
  }
  try {
    // Loaded on demand: a machine without a prebuilt binary has everything except terminals.
    const { spawn: open } = await import('@lydell/node-pty')
    const pty = open(file, [...args], { ...where, ...FIRST_SIZE, name: 'xterm-256color', encoding: null })
    let alive = true
    // With `encoding: null` these are bytes, despite the type.
    pty.onData((data: unknown) => onOutput(Buffer.isBuffer(data) ? data : Buffer.from(String(data))))
    const exited = new Promise<ProcessEnd>((settle) => {
      pty.onExit(({ exitCode, signal }) => {
        alive = false
        const killed = signal !== undefined && signal !== 0
        settle({ kind: 'exited', code: killed ? 128 + signal : exitCode, killed })
      })
    })
    return {
      pid: pty.pid,
      exited,
      drained: Promise.resolve(),
      write(text) {
        if (alive) pty.write(text as string) // bytes reach the same stream
        return alive
      },
      resize({ cols, rows }) {
        if (alive) pty.resize(cols, rows)
      },
    }
  } catch (cause) {
    return failed(cause)
  }
}

function guarded(
  raw: RawProcess,
  { marker, hasReaper }: { readonly marker: string; readonly hasReaper: boolean },
): RunningProcess {
  const { pid } = raw
  let grace: NodeJS.Timeout | undefined
  let lastResort: NodeJS.Timeout | undefined

  const ended = raw.exited.then(async (end) => {
    clearTimeout(grace)
    clearTimeout(lastResort)
    // A reaper that exited normally left nothing. One that was killed may have.
    const swept = hasReaper && end.kind === 'exited' && !end.killed
    if (!swept) await endMarked(marker, pid)
    // A process that could not be ended must not keep the call open: its later output is ignored.
    await Promise.race([raw.drained, delay(DRAIN, undefined, { ref: false })])
    return end
  })

  return {
    pid,
    ended,
    write: (text) => raw.write(text),
    resize: (size) => raw.resize?.(size),
    stop() {
      if (pid === undefined || lastResort !== undefined) return
      kill(hasReaper ? pid : -pid, 'SIGTERM')
      if (!hasReaper) grace = setTimeout(() => void endMarked(marker, pid), GRACE)
      lastResort = setTimeout(() => void endMarked(marker, pid), LAST_RESORT)
    },
  }
}
