import type { CommandCall } from './context.ts'
import { baseName } from '../text/base-name.ts'
import { display, literal, type Field } from '../model/field.ts'
import type { Carrier, ProgramFacts } from '../model/part.ts'
import { wordSet } from '../word-set.ts'

/** The name of the program, without a path. */
export function nameOf({ argv }: CommandCall): string {
  return baseName(display(argv[0]))
}

/** The program as its table names it, otherwise as written. */
export function programOf({ program }: ProgramFacts, argv: readonly Field[]): string {
  return program ?? display(argv[0])
}

/** The command as a carrier of others. */
export function carrierOf(call: CommandCall, kind: Carrier['kind'], more: Partial<Carrier> = {}): Carrier {
  const { argv, range } = call
  return { kind, name: nameOf(call), argv, transparent: false, range, ...more }
}

/** The text runs in the current shell. */
export function isEval({ argv }: CommandCall): boolean {
  return literal(argv[0]) === 'eval'
}

/** Shells and interpreters that run a given file. */
export const FILE_RUNNERS = wordSet(
  'bash sh dash zsh ksh mksh ash fish source . python python3 node perl ruby php lua tsx bun pwsh',
)

/** Those that read shell text. */
export const SHELLS = wordSet('bash sh dash zsh ksh mksh ash source .')

/** Files that are the standard input. */
export const STDIN = /^\/(?:dev\/stdin|dev\/fd\/0|proc\/self\/fd\/0)$/
