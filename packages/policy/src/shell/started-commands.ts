import type { Place } from '../model/call.ts'
import { knownPrefix, literal, type Field } from '../model/field.ts'
import type { Carrier, ShellPart } from '../model/part.ts'
import { readShell } from './read-shell.ts'

/** The programs and files that a command starts and opens, for callers that know more about them than their text. */
export interface Started {
  readonly commands: readonly StartedCommand[]
  /** Files that redirects read or write. */
  readonly redirects: readonly { readonly file: StartedWord; readonly cwds: StartedCommand['cwds'] }[]
}

/** A program with its words. */
export interface StartedCommand {
  /** The program first. */
  readonly words: readonly StartedWord[]
  /** The possible working directories here, absolute; an undefined entry: unknown. */
  readonly cwds: readonly (string | undefined)[]
  /** The wrappers that start it, outermost first: `env`, `bash`, `npx`, `ssh`. */
  readonly through: readonly string[]
}

export interface StartedWord {
  /** Undefined: not known before it runs. */
  readonly text: string | undefined
  /** The certain beginning of the text. */
  readonly prefix: string
}

/**
 * Every program that a command could start, including under wrappers, in code and in substitutions, and every file that it redirects.
 * Undefined: the text is unreadable, which asks anyway. Pure.
 */
export function startedCommands(command: string, place: Place): Started | undefined {
  const reading = readShell(command, place)
  if (reading.unreadable !== undefined) return undefined
  return {
    commands: reading.parts.flatMap(commandsOf),
    redirects: reading.parts.flatMap((part) =>
      part.kind === 'read' || part.kind === 'write' ? [{ file: wordOf(part.target), cwds: part.cwds }] : [],
    ),
  }
}

function commandsOf(part: ShellPart): readonly StartedCommand[] {
  const { cwds, carriers } = part
  const started = (argv: readonly Field[], by: readonly Carrier[]): StartedCommand => ({
    words: argv.map(wordOf),
    cwds,
    through: by.map(({ name }) => name),
  })
  const outer = carriers.flatMap(({ argv }, index) =>
    argv === undefined ? [] : [started(argv, carriers.slice(0, index))],
  )
  return part.kind === 'command' ? [...outer, started(part.argv, carriers)] : outer
}

function wordOf(word: Field): StartedWord {
  return { text: literal(word), prefix: knownPrefix(word) }
}
