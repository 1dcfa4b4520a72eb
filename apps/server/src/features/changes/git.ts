import { spawn } from 'node:child_process'

/** The result of a git command. */
export interface GitEnd {
  readonly code: number | null
  readonly out: Buffer
  readonly trouble: string
}

/** Milliseconds that one step may take. */
const TIME = 30_000
const TROUBLE = 2000

/**
 * Settings that override those of the repository: nothing that a folder names is started. No hook, no monitor, no filter, no signing
 * program, no editor, and no network.
 */
const SAFE = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.attributesFile=/dev/null',
  'core.sshCommand=false',
  'core.askPass=false',
  'core.editor=false',
  'core.pager=cat',
  'core.alternateRefsCommand=false',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'gpg.program=false',
  'gpg.ssh.program=false',
  'credential.helper=',
  'protocol.allow=never',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting])

export interface GitPlace {
  /** The folder that contains `.git`. */
  readonly root: string
  readonly home: string
  /** A separate index, so that the person's is not touched. */
  readonly index?: string
}

/** Runs one git plumbing command: these read and write objects, and start nothing themselves. */
export function git(
  { root, home, index }: GitPlace,
  args: readonly string[],
  input: Buffer | string = '',
): Promise<GitEnd> {
  const child = spawn('git', [...SAFE, ...args], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: home,
      LC_ALL: 'C.UTF-8',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ALLOW_PROTOCOL: '',
      GIT_NO_LAZY_FETCH: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_OPTIONAL_LOCKS: '0',
      // Only the repository of this folder, not one above it.
      GIT_DIR: `${root}/.git`,
      GIT_WORK_TREE: root,
      ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: TIME,
    killSignal: 'SIGKILL',
  })
  return new Promise((ended, failed) => {
    const out: Buffer[] = []
    let trouble = ''
    child.once('error', failed)
    child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (trouble.length < TROUBLE) trouble += text
    })
    // A program that ended before reading all input has reported why.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.once('close', (code) => ended({ code, out: Buffer.concat(out), trouble: trouble.trim() }))
  })
}
