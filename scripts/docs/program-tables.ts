import { compilePolicy, decide, readCallText } from '../../packages/policy/src/index.ts'
import type { BreakerKind } from '../../packages/policy/src/model/part.ts'
import type { CarrierSpec } from '../../packages/policy/src/shell/programs/carrier.ts'
import { CARRIER_TABLE, CARRIERS } from '../../packages/policy/src/shell/programs/carriers.ts'
import { findProgram } from '../../packages/policy/src/shell/programs/registry.ts'
import type {
  BreakerSpec,
  CommandSpec,
  OptionList,
  ProgramSpec,
} from '../../packages/policy/src/shell/programs/spec.ts'
import { TABLES } from '../../packages/policy/src/shell/programs/tables.ts'
import { code, codes, counted, details, table } from './markdown.ts'

/** Programs by class, each with the calls that run without asking and the options that a `*` of a rule does not cover. */
export function programClasses(): string {
  const classes = TABLES.filter((each) => each !== CARRIER_TABLE).map((each) => {
    const programs = each()
    const rows = programs.map((spec) => row(completed(spec)))
    const names = programs.flatMap((spec) => spec.names)
    const few = names.slice(0, 6).map((name) => `<code>${name}</code>`)
    const summary = `${few.join(' ')}${names.length > few.length ? ` and ${names.length - few.length} more` : ''}`
    return details(summary, table(['program', 'runs without a rule', 'a rule must spell'], rows))
  })
  return `Calls that only read need no rule in any mode but Strict, as long as every option is known to be harmless. One that *asks a service*
(\`docker ps\`, \`npm view\`) is treated the same, but blocked in Plan. An unlisted program, an unknown option, or a word that is not known before it runs is
never treated as harmless. *A rule must spell* names options by which a program writes, starts, loads or configures
something else: \`allow terminal.exec(sort *)\` does not cover \`sort -o\`. † marks programs whose arguments are read further than
a list of options can say.

${classes.join('\n\n')}`
}

function row(spec: ProgramSpec): readonly string[] {
  return [`${codes(spec.names)}${looksFurther(spec) ? ' †' : ''}`, free(spec), hazards(spec)]
}

/** An entry with its queries, as a command lookup returns it. */
function completed(spec: ProgramSpec): ProgramSpec {
  const [name = ''] = spec.names
  return findProgram(name.replace(/\*$/, '')) ?? spec
}

function looksFurther(spec: CommandSpec): boolean {
  if (spec.read !== undefined || spec.around !== undefined) return true
  return Object.values(spec.subcommands ?? {}).some(looksFurther)
}

function free(spec: ProgramSpec): string {
  if (spec.subcommands === undefined) return freeAlone(spec)
  const found = commandsOf(spec)
  const words = (kind: true | 'query') =>
    found.filter(({ command }) => command.readonly === kind).map(({ path }) => code(path))
  const reads = words(true)
  const asks = words('query')
  return [
    ...(reads.length > 0 ? [reads.join(' ')] : []),
    ...(asks.length > 0 ? [`asks a service: ${asks.join(' ')}`] : []),
  ].join('; ')
}

function freeAlone(spec: ProgramSpec): string {
  if (spec.readonly === true) return 'yes'
  if (spec.readonly === 'query') return 'asks a service'
  return PROBES.some((words) => runs(`${spec.names[0] ?? ''} ${words}`)) ? 'by its arguments' : ''
}

/** Arguments that are often read-only, for programs with a custom argument reader. */
const PROBES: readonly string[] = [
  '.',
  '-n 1p notes.txt',
  "'{ print $1 }' notes.txt",
  '-l',
  'https://example.com',
]
const PLACE = { workspace: '/home/you/project', cwd: '/home/you/project', home: '/home/you' }
const NO_RULES = compilePolicy({ mode: 'default', layers: [] })

function runs(command: string): boolean {
  return decide(readCallText(command, PLACE), NO_RULES).verdict === 'run'
}

function commandsOf(
  spec: CommandSpec,
  before = '',
): readonly { readonly path: string; readonly command: CommandSpec }[] {
  return Object.entries(spec.subcommands ?? {}).flatMap(([name, command]) => {
    const path = before === '' ? name : `${before} ${name}`
    return [{ path, command }, ...commandsOf(command, path)]
  })
}

function hazards(spec: CommandSpec): string {
  const own = [spec.writes, spec.starts, spec.runs, spec.loads, spec.configures].flatMap(spellings)
  const below = commandsOf(spec).flatMap(({ path, command }) => {
    const options = [command.writes, command.starts, command.runs, command.loads, command.configures].flatMap(
      spellings,
    )
    return options.length === 0 ? [] : [`${path}: ${codes(options)}`]
  })
  return [...(own.length > 0 ? [codes(own)] : []), ...below].join('; ')
}

/** The options of a list as people write them, without the markers for their values. */
function spellings(list: OptionList | undefined): readonly string[] {
  return (list ?? '')
    .split(' ')
    .filter((option) => option !== '')
    .map((option) => option.replace(/\[?=+\]?$/, ''))
}

/** Programs that start another program named in their arguments. */
export function wrappers(): string {
  const names = (keep: (spec: CarrierSpec) => boolean) =>
    CARRIERS()
      .filter(keep)
      .flatMap((spec) => spec.names)
  const transparent = names((spec) => spec.transparent === true)
  const privilege = names((spec) => spec.privilege === true)
  const others = names((spec) => spec.transparent !== true && spec.privilege !== true)
  const environments = CARRIER_TABLE()
    .slice(CARRIERS().length)
    .flatMap((spec) => spec.names)
  return table(
    ['', 'programs', 'means'],
    [
      [
        'looked through by every list',
        codes(transparent),
        '`allow terminal.exec(npm test)` covers `timeout 60 npm test`',
      ],
      [
        'raise privilege',
        codes(privilege),
        'deny, ask and breakers look through; an allow rule has to name the wrapper',
      ],
      [
        'looked through by deny, ask and breakers',
        foldable(others),
        'an allow rule has to spell what is started',
      ],
      ['environments', codes(environments), 'of the subcommand that starts a program, the same'],
    ],
  )
}

function foldable(names: readonly string[]): string {
  return `<details><summary>${counted(names.length, 'program')}</summary>${codes(names)}</details>`
}

/** Programs and options that are breakers regardless of their other arguments, by kind. */
export function breakerPrograms(): string {
  const kinds = new Map<BreakerKind, string[]>()
  for (const spec of TABLES.flatMap((each) => each()))
    for (const { path, command } of [{ path: '', command: spec }, ...commandsOf(spec)])
      for (const breaker of command.breakers ?? []) {
        const found = kinds.get(breaker.kind) ?? []
        kinds.set(breaker.kind, [...found, ...breakerWords(spec, path, breaker)])
      }
  return table(
    ['kind', 'commands'],
    [...kinds].map(([kind, commands]) => [code(kind), commands.join(', ')]),
  )
}

function breakerWords(
  { names }: ProgramSpec,
  path: string,
  { options, unless }: BreakerSpec,
): readonly string[] {
  const how = [
    ...(options === undefined ? [] : [` with ${codes(spellings(options))}`]),
    ...(unless === undefined ? [] : [` not with ${codes(spellings(unless))}`]),
  ].join('')
  return names.map((name) => `${code(path === '' ? name : `${name} ${path}`)}${how}`)
}
