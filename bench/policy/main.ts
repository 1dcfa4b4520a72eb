// Speed of a decision, as ratios within one run: see `docs/figures.md`.
import { compilePolicy, decide, readCallText, type Policy } from '@countersign/policy'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const PLACE = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }
const ROUNDS = 64
/** Warm-up rounds: V8 keeps optimizing for about twenty thousand decisions, and a server runs for days. */
const WARMING = 40
/** Number of fresh processes. */
const STARTS = 9

/** Ordinary commands of the corpus, 30 to 120 characters, as agents really run them. */
function typicalCommands(): readonly string[] {
  const file = new URL('../../corpus/shell-gate.jsonl', import.meta.url)
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { command: string; class: string }) // our own data
    .filter((row) => row.class.startsWith('benign') && row.command.length >= 30 && row.command.length <= 120)
    .map((row) => row.command)
}

/** Rules for many programs, as people have them. */
function rules(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const kinds = [
      `tool${index} run *`,
      `npm run task${index}`,
      `git -C dir${index} status`,
      `make target${index} *`,
    ]
    return `terminal.exec(${kinds[index % kinds.length]})`
  })
}

const policyOf = (count: number): Policy =>
  compilePolicy({ mode: 'default', layers: [{ layer: 'user', lists: { allow: rules(count) } }] })

/** Microseconds per command: one number per command and round, so that a median is meaningful. */
function time(commands: readonly string[], work: (command: string) => unknown): number[] {
  return commands.map((command) => {
    const began = process.hrtime.bigint()
    for (let again = 0; again < 5; again += 1) work(command)
    return Number(process.hrtime.bigint() - began) / 5000
  })
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The parts of a peer that are used here; its own types are not installed. */
interface TreeSitter {
  readonly Parser: {
    init(): Promise<void>
    new (): { setLanguage(language: unknown): void; parse(text: string): { delete(): void } }
  }
  readonly Language: { load(path: string): Promise<unknown> }
}
interface Casbin {
  newModelFromString(text: string): unknown
  readonly StringAdapter: new (text: string) => unknown
  newEnforcer(
    model: unknown,
    adapter: unknown,
  ): Promise<{ enforceSync(...request: readonly string[]): boolean }>
}

const COMPARE = fileURLToPath(new URL('../compare/', import.meta.url))
const peers = createRequire(`${COMPARE}package.json`)
const isInstalled = (name: string) => existsSync(`${COMPARE}node_modules/${name}`)

async function treeSitter(): Promise<((command: string) => unknown) | undefined> {
  if (!isInstalled('web-tree-sitter')) return undefined
  const { Parser, Language } = (await import(peers.resolve('web-tree-sitter'))) as TreeSitter // as its documentation has it
  await Parser.init()
  const parser = new Parser()
  parser.setLanguage(await Language.load(peers.resolve('tree-sitter-bash/tree-sitter-bash.wasm')))
  return (command) => parser.parse(command).delete()
}

const CASBIN_MODEL =
  '[request_definition]\nr = act, obj\n[policy_definition]\np = act, obj\n[policy_effect]\ne = some(where (p.eft == allow))\n[matchers]\nm = r.act == p.act && keyMatch(r.obj, p.obj)\n'

/** A general policy engine with one glob per rule. It cannot parse a command, so it solves an easier problem, but is compared anyway. */
async function casbin(count: number): Promise<((command: string) => unknown) | undefined> {
  if (!isInstalled('casbin')) return undefined
  const { newEnforcer, newModelFromString, StringAdapter } = (await import(peers.resolve('casbin'))) as Casbin // as its documentation has it
  const lines = rules(count).map((rule) => `p, terminal.exec, ${rule.slice('terminal.exec('.length, -1)}`)
  const enforcer = await newEnforcer(newModelFromString(CASBIN_MODEL), new StringAdapter(lines.join('\n')))
  return (command) => enforcer.enforceSync('terminal.exec', command)
}

/** Milliseconds of whole fresh processes, median of several: a bare one, and one that decides once. */
function fresh(): { readonly bare: number; readonly decides: number; readonly inside: number } {
  const script = fileURLToPath(new URL('./first-decision.ts', import.meta.url))
  const bare: number[] = []
  const decides: number[] = []
  const inside: number[] = []
  for (let round = 0; round < STARTS; round += 1) {
    let began = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    bare.push(performance.now() - began)
    began = performance.now()
    const { stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
    decides.push(performance.now() - began)
    inside.push(Number(stdout))
  }
  return { bare: median(bare), decides: median(decides), inside: median(inside) }
}

const commands = typicalCommands()
const policies = new Map([100, 1000, 10_000].map((count) => [count, policyOf(count)]))
const parse = await treeSitter()
const engine = await casbin(1000)
const samples = new Map<string, number[]>()
const add = (name: string, values: readonly number[]) =>
  samples.set(name, [...(samples.get(name) ?? []), ...values])
for (let round = 0; round < ROUNDS; round += 1) {
  // Interleaved, so that other load on the machine affects every row alike. The first rounds warm up and are discarded.
  const rows = new Map<string, number[]>()
  for (const [count, policy] of policies) {
    rows.set(
      `decide, ${count} rules`,
      time(commands, (command) => decide(readCallText(command, PLACE), policy)),
    )
  }
  if (parse) rows.set('tree-sitter-bash, parse alone', time(commands, parse))
  if (engine) rows.set('casbin, 1000 globs, no reading', time(commands.slice(0, 20), engine))
  if (round >= WARMING) for (const [name, values] of rows) add(name, values)
}

const base = median(samples.get('decide, 1000 rules') ?? [])
console.log(`${commands.length} commands of 30 to 120 characters, medians`)
for (const [name, values] of samples) {
  const value = median(values)
  console.log(
    `${name.padEnd(32)} ${value.toFixed(1).padStart(9)} µs   ${(value / base).toFixed(2).padStart(8)} × decide with 1000 rules`,
  )
}
const { bare, decides, inside } = fresh()
console.log(
  `fresh process: node -e 0 ${bare.toFixed(0)} ms, with a first decision ${decides.toFixed(0)} ms, of that ${inside.toFixed(1)} ms for loading policy and deciding`,
)
const growth =
  median(samples.get('decide, 10000 rules') ?? []) / median(samples.get('decide, 100 rules') ?? [])
console.log(`10,000 rules cost ${growth.toFixed(2)} × what 100 cost`)
