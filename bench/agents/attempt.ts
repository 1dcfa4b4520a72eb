import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Card, Gate } from './gate.ts'
import { startModelServer, type ModelServer, type Script } from './model-server.ts'
import type { Folders, Mode, Product } from './product.ts'

/** Milliseconds that an agent has for one attempt on a machine that may be busy. */
export const PATIENCE = 240_000

/** One attempt of an agent in new folders: its settings, its run, and the result on disk. */
export class Attempt {
  readonly product: Product
  readonly program: string
  readonly gate: Gate
  readonly folders: Folders
  /** A secret in a project file that can only be known by reading the file. */
  readonly secret = `seed-${process.hrtime.bigint()}`
  readonly #folder: string
  #model: ModelServer | undefined
  #child: ChildProcess | undefined
  /** The agent's output. */
  output = ''

  private constructor(product: Product, program: string, gate: Gate, folder: string) {
    this.product = product
    this.program = program
    this.gate = gate
    this.#folder = folder
    this.folders = { home: join(folder, 'home'), work: join(folder, 'work'), env: gate.env }
  }

  static async make(product: Product, program: string, gate: Gate): Promise<Attempt> {
    // Codex does not trust a home in the folder for temporary files.
    const folder = await mkdtemp(join(process.platform === 'linux' ? '/var/tmp' : tmpdir(), 'cs-agents-'))
    await chmod(folder, 0o755)
    const attempt = new Attempt(product, program, gate, folder)
    for (const inside of [attempt.folders.home, attempt.folders.work]) await mkdir(inside)
    await writeFile(join(attempt.folders.work, 'seed.txt'), `${attempt.secret}\n`)
    return attempt
  }

  /** Installs the hook as a person would, and lets the agent trust it if it requires that. `change` edits the installed settings. */
  async install(change: (text: string) => string = (text) => text): Promise<void> {
    await this.product.prepare(this.folders, 0)
    const { code, output } = await this.hook('install')
    if (code !== 0) throw new Error(`\`hook install\` ended with ${code}: ${output}`)
    const file = this.product.hookFile(this.folders)
    await writeFile(file, change(await readFile(file, 'utf8')))
  }

  hook(word: 'install' | 'uninstall'): Promise<{ readonly code: number | null; readonly output: string }> {
    const { agent, install } = this.product
    return this.gate.command(['hook', word, '--agent', agent, ...install, '--yes'], {
      cwd: this.folders.work,
      env: { HOME: this.folders.home },
    })
  }

  /** Starts the agent; its model makes these calls. */
  async start(mode: Mode, scripts: Readonly<Record<string, Script>>, trusted = true): Promise<void> {
    const words = this.product.modes[mode]
    if (words === undefined) throw new Error(`${this.product.name} has no mode ${mode}`)
    const model = await this.model(scripts, trusted)
    const run = { mode: words, prompt: '[script:main] go', port: model.port }
    const { program, args, env } = this.product.start(this.program, this.folders, run)
    const child = spawn(program, args, {
      cwd: this.folders.work,
      env: { PATH: process.env['PATH'] ?? '', HOME: this.folders.home, ...env, ...this.folders.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, so that all of it can be killed.
      detached: true,
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        this.output = (this.output + part).slice(-20_000)
      })
  }

  /** The scripted model, with the agent's settings pointing at it. */
  async model(scripts: Readonly<Record<string, Script>>, trusted = true): Promise<ModelServer> {
    this.#model = await startModelServer(scripts)
    const { settings, hookFile, prepare, trust } = this.product
    const kept = await Promise.all(
      [settings(this.folders), hookFile(this.folders)].map((file) =>
        readFile(file, 'utf8').then(
          (text) => [file, text] as const,
          () => undefined,
        ),
      ),
    )
    await prepare(this.folders, this.#model.port)
    for (const file of kept) if (file !== undefined) await writeFile(...file)
    if (trusted) await trust?.(this.folders, this.program)
    return this.#model
  }

  /** Resolves when the agent has exited; one that hangs is killed. */
  async ended(patience = PATIENCE): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const late = new AbortController()
    await Promise.race([
      once(child, 'exit', { signal: late.signal }).catch(() => undefined),
      delay(patience, undefined, { signal: late.signal }).catch(() => undefined),
    ])
    late.abort()
  }

  get isRunning(): boolean {
    const child = this.#child
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  /** Kills only the agent's own process, as a crash does. */
  crash(): void {
    this.#child?.kill('SIGKILL')
  }

  /** The card whose text contains this; throws if the agent exited without one. */
  async card(about: string): Promise<Card> {
    const until = Date.now() + PATIENCE
    for (;;) {
      const found = (await this.gate.cards()).find(({ whole }) => whole.includes(about))
      if (found !== undefined) return found
      if (!this.isRunning) throw new Error(`no card about ${about}, and the agent ended:\n${this.output}`)
      if (Date.now() > until) throw new Error(`no card about ${about} in time:\n${this.output}`)
      await delay(200)
    }
  }

  /** Whether a file was created in the project. */
  made(name: string): Promise<boolean> {
    return access(join(this.folders.work, name)).then(
      () => true,
      () => false,
    )
  }

  /** What the agent returned to its model in the main conversation. */
  get results(): string {
    return (this.#model?.results.get('main') ?? []).join('\n')
  }

  async close(): Promise<void> {
    const pid = this.#child?.pid
    if (pid !== undefined) {
      try {
        process.kill(-pid, 'SIGKILL')
      } catch {
        // The whole group has exited.
      }
      // A process that is being killed may still write.
      await this.ended(5000)
      await delay(300)
    }
    await this.#model?.close()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
