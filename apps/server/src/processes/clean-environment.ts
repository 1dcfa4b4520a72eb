/** Variables that a program needs to find others and to print. */
const KEPT = ['PATH', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'SHELL']

/** Every process that a call starts has this variable, so that processes that left its group can be found and ended. */
export const MARKER = 'COUNTERSIGN_CALL'

/**
 * A fresh environment for a command: nothing that loads code (`BASH_ENV`, `LD_*`, `GIT_*`), and none of our keys or tokens. The same
 * command means the same in every call.
 */
export function cleanEnvironment(options: {
  readonly home: string
  readonly marker: string
  /** It runs on a terminal. */
  readonly pty: boolean
}): Record<string, string> {
  const env: Record<string, string> = {}
  for (const name of KEPT) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  return {
    ...env,
    HOME: options.home,
    TERM: options.pty ? 'xterm-256color' : 'dumb',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    [MARKER]: options.marker,
  }
}
