import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const MAIN = join(import.meta.dirname, '../main.ts')
const OURS = [process.execPath, '--conditions=countersign-source', MAIN]
const run = promisify(execFile)

/** Why the screen tests cannot run here; null: they can. */
export const NO_TMUX: string | null =
  spawnSync('tmux', ['-V']).status === 0 ? null : 'tmux is not installed on this machine'

/** Milliseconds for a screen to show the expected text, on a busy machine. */
const PATIENCE = 60_000
const LOOK_EVERY = 80

/** The command in its own terminal, from its sources: keys in, screens out. */
export class Terminal {
  readonly #socket: string

  private constructor(socket: string) {
    this.#socket = socket
  }

  static async open(options: {
    readonly args: readonly string[]
    /** Runs this instead of our own command. */
    readonly program?: readonly string[]
    readonly cwd: string
    readonly env: Readonly<Record<string, string>>
    readonly columns: number
    readonly rows: number
  }): Promise<Terminal> {
    const terminal = new Terminal(`countersign-test-${process.pid}-${(opened += 1)}`)
    const { args, program = OURS, cwd, env, columns, rows } = options
    const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
    // `CI` would remove the colours, although this is a terminal.
    const command = ['env', '-u', 'CI', ...program, ...args]
    const size = ['-x', String(columns), '-y', String(rows)]
    const session = ['-f', '/dev/null', '-u', 'new-session', '-d', ...size, '-c', cwd, ...variables]
    await terminal.#tmux(...session, command.map((word) => `'${word}'`).join(' '))
    return terminal
  }

  /** Literal text, all at once. */
  async type(text: string): Promise<void> {
    await this.#tmux('send-keys', '-l', text)
  }

  async press(...keys: readonly string[]): Promise<void> {
    await this.#tmux('send-keys', ...keys)
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.#tmux('resize-window', '-x', String(columns), '-y', String(rows))
  }

  /** The screen without trailing blanks and without parts that differ between runs. */
  async screen(): Promise<string> {
    return normalised(await this.#tmux('capture-pane', '-p'))
  }

  /** With colours and styles as control sequences. */
  styled(): Promise<string> {
    return this.#tmux('capture-pane', '-p', '-e')
  }

  /** The screen once it contains a text. */
  until(...texts: readonly string[]): Promise<string> {
    return this.#until(() => this.screen(), texts)
  }

  /** All output so far, including the scrollback, once it contains a text. */
  everUntil(...texts: readonly string[]): Promise<string> {
    return this.#until(async () => normalised(await this.#tmux('capture-pane', '-p', '-S', '-')), texts)
  }

  async #until(capture: () => Promise<string>, texts: readonly string[]): Promise<string> {
    const deadline = Date.now() + PATIENCE
    for (;;) {
      const screen = await capture()
      if (texts.every((text) => screen.includes(text))) return screen
      if (Date.now() > deadline) throw new Error(`no ${JSON.stringify(texts)} on the screen:\n${screen}`)
      await new Promise((look) => setTimeout(look, LOOK_EVERY))
    }
  }

  async close(): Promise<void> {
    await this.#tmux('kill-server').catch(() => '')
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    return (await run('tmux', ['-L', this.#socket, ...args])).stdout
  }
}

let opened = 0

function normalised(screen: string): string {
  return screen
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\d+(\.\d+)? m?s\b/g, '# ms')
    .replaceAll(/Expires at \d\d:\d\d/g, 'Expires at ##:##')
    .replaceAll(/in \/\S+\/work\b/g, 'in WORK')
    .trim()
}
