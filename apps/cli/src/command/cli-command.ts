import type { FeatureBodyLines } from '../chat/feature-body-lines.ts'
import type { CliArgument } from './argument.ts'
import type { CliOption } from './option.ts'

/**
 * A command's environment. `server`: the server of the data folder; the command hosts one if none runs. `policy`: the rules, without a
 * server. `none`: neither.
 */
export type Needs = 'server' | 'policy' | 'none'

/** One command: the parser, help, completions and the reference are generated from it. */
export interface CliCommand {
  readonly name: string
  /** One line for help, without a full stop. */
  readonly summary: string
  /** Text below the options in help. */
  readonly details?: string
  readonly needs: Needs
  readonly arguments: Readonly<Record<string, CliArgument>>
  readonly options: Readonly<Record<string, CliOption>>
  readonly commands: readonly CliCommand[]
  /** The default command of its group. */
  readonly isDefault: boolean
  /** Loads the functions that draw this feature's cards in the terminal. */
  readonly bodies?: LoadBodies
  /** The command reads undeclared words and options itself. */
  readonly takesAnything: boolean
  /** Absent: it only groups other commands. Returns the exit code; undefined: it has set one itself. */
  readonly run?: (typed: Typed) => Promise<number | undefined>
}

type LoadBodies = () => Promise<readonly FeatureBodyLines[]>

/** A parsed command line. */
export interface Typed {
  readonly arguments: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
  /** The whole program, with every command. */
  readonly program: CliCommand
}

type Read<Spec> = Spec extends { read(typed: unknown): infer Value } ? Value : never
type OptionalKeys<Specs> = {
  [Name in keyof Specs]: undefined extends Read<Specs[Name]> ? Name : never
}[keyof Specs]

/** The arguments of `run`; options that may be missing are optional properties. */
export type Values<Specs> = {
  readonly [Name in Exclude<keyof Specs, OptionalKeys<Specs>>]: Read<Specs[Name]>
} & { readonly [Name in OptionalKeys<Specs>]?: Exclude<Read<Specs[Name]>, undefined> }

interface CommandSpec<Arguments, Options> {
  readonly name: string
  readonly summary: string
  readonly details?: string
  readonly needs: Needs
  readonly arguments?: Arguments
  readonly options?: Options
  readonly commands?: readonly CliCommand[]
  readonly isDefault?: boolean
  readonly takesAnything?: boolean
  readonly bodies?: LoadBodies
  /** Imports its implementation on demand, so that a start loads only declarations. */
  run(given: {
    readonly args: Values<Arguments>
    readonly options: Values<Options>
    readonly program: CliCommand
  }): Promise<number | undefined>
}

type Arguments = Readonly<Record<string, CliArgument>>
type Options = Readonly<Record<string, CliOption>>

export function defineCliCommand<Args extends Arguments, Opts extends Options>(
  spec: CommandSpec<Args, Opts>,
): CliCommand {
  const { name, summary, details, needs, bodies } = spec
  const known = { arguments: spec.arguments ?? {}, options: spec.options ?? {} }
  return {
    name,
    summary,
    needs,
    ...known,
    ...(details === undefined ? {} : { details }),
    ...(bodies === undefined ? {} : { bodies }),
    commands: spec.commands ?? [],
    isDefault: spec.isDefault ?? false,
    takesAnything: spec.takesAnything ?? false,
    run: (typed) =>
      spec.run({
        args: readAll(known.arguments, typed.arguments) as Values<Args>, // read by the specs that type it
        options: readAll(known.options, typed.options) as Values<Opts>, // the same
        program: typed.program,
      }),
  }
}

/** Commands under one name, as in `countersign rules list`. */
export function defineCliGroup(spec: {
  readonly name: string
  readonly summary: string
  readonly commands: readonly CliCommand[]
  readonly bodies?: LoadBodies
}): CliCommand {
  return { ...spec, needs: 'none', arguments: {}, options: {}, isDefault: false, takesAnything: false }
}

/** The card bodies of every feature of the program. */
export async function bodiesOf({ commands }: CliCommand): Promise<readonly FeatureBodyLines[]> {
  const loaded = await Promise.all(commands.map(async ({ bodies }) => (await bodies?.()) ?? []))
  return loaded.flat()
}

function readAll(
  specs: Readonly<Record<string, { read(typed: unknown): unknown }>>,
  typed: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const read = Object.entries(specs).map(([name, spec]) => [name, spec.read(typed[name])] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}
