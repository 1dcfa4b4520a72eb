import type { CommandCall } from './context.ts'
import { display, literal } from './field.ts'
import { wordSet } from '../word-set.ts'

/** The name of the program, without a path. */
export function nameOf({ argv }: CommandCall): string {
  const [first] = argv
  const text = display(first)
  return text.slice(text.lastIndexOf('/') + 1)
}

/** The text runs in this very shell. */
export function isEval({ argv }: CommandCall): boolean {
  return literal(argv[0]) === 'eval'
}

/** Shells and interpreters that run the file they are given. */
export const FILE_RUNNERS = wordSet(
  'bash sh dash zsh ksh mksh ash fish source . python python3 node perl ruby php lua tsx bun pwsh',
)

/** Those that read shell text. */
export const SHELLS = wordSet('bash sh dash zsh ksh mksh ash source .')

/** Files that are the input. */
export const STDIN = /^\/(?:dev\/stdin|dev\/fd\/0|proc\/self\/fd\/0)$/
