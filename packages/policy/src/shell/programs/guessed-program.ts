import { display, literal, type Field } from '../../model/field.ts'
import { wordSet } from '../../word-set.ts'

/**
 * Guesses an unknown program from its other words: `$RM -rf /`, `$GIT push --force`, `$SHELL -c …`. Only words that can hardly mean another
 * program are used.
 */
export function guessProgram([first, ...words]: readonly Field[]): string | undefined {
  if (first === undefined) return undefined
  if (SHELL_VARIABLES.has(display(first))) return 'bash'
  const last = first.pieces.at(-1)
  const path = last?.kind === 'text' ? /\/([\w.-]+)$/.exec(last.text)?.[1] : undefined
  if (path !== undefined) return path
  const texts = words.map((word) => literal(word) ?? '')
  const options = texts.filter((text) => text.startsWith('-'))
  if (options.some(isRecursive) && options.some(isForced)) return 'rm'
  const command = texts.find((text) => !text.startsWith('-'))
  return command !== undefined && /^(?:push|reset|clean)$/.test(command) ? 'git' : undefined
}

/** Variables that hold the path of a shell. */
const SHELL_VARIABLES = wordSet('$SHELL $BASH $0')

function isRecursive(option: string): boolean {
  return /^-[A-Za-z]*[rR]/.test(option) || (option.length > 4 && '--recursive'.startsWith(option))
}

function isForced(option: string): boolean {
  return /^-[A-Za-z]*f/.test(option) || (option.length > 3 && '--force'.startsWith(option))
}
