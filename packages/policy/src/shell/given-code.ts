import { textsIn, type CommandCall } from './context.ts'
import { display, literal, textField, type Field, type Range } from '../model/field.ts'
import type { Inner, ProgramFacts } from '../model/part.ts'
import { readScript } from './reader.ts'
import { knownText } from './value.ts'

/**
 * Adds the inputs from which code that starts invisible commands may take them: its words, its standard input, its leading variables.
 * `python3 -c 'os.system(sys.argv[1])' 'git push'`, `awk '{system($0)}' <<< 'git push'`.
 */
export function withGivenCode(facts: ProgramFacts, call: CommandCall): ProgramFacts {
  if (!mayTake(facts)) return facts
  const { argv, stdin, environment, range } = call
  const input = textsIn(stdin).map(knownText)
  const set = [...environment.values()].flatMap(({ values }) => values.map(knownText))
  const words = wordsBehindCode(argv)
  const texts = [...words.map(literal), ...argv.map(assigned), ...input, ...set]
  const commands = [...new Set(texts)].flatMap((text) => commandOf(text, range))
  const vector: readonly Inner[] = words.length > 1 ? [{ kind: 'argv', argv: words, remote: true }] : []
  return commands.length + vector.length === 0
    ? facts
    : { ...facts, inner: [...facts.inner, ...commands, ...vector] }
}

/** It starts something that its own words do not plainly show. */
function mayTake({ hidden, opaque, hazards, program }: ProgramFacts): boolean {
  if (hidden === true) return true
  if (program === undefined || !/^(?:g?sed|[gmn]?awk|goawk)$/.test(program)) return false
  return opaque || hazards.some(({ kind }) => kind === 'starts')
}

/** The words after the first one that is code. */
function wordsBehindCode(argv: readonly Field[]): readonly Field[] {
  const at = argv.findIndex((word, index) => index > 0 && /[\s()'"`;]/.test(display(word)))
  const rest = at === -1 ? [] : argv.slice(at + 1)
  return literal(rest[0]) === '--' ? rest.slice(1) : rest
}

/** `-v name=value`, `name=value`. */
function assigned(word: Field): string | undefined {
  return /^(?:-v|--assign=)?[A-Za-z_]\w*=(.+)$/s.exec(literal(word) ?? '')?.[1]
}

/** Text of more than one word that is a command; no other text is tried. */
function commandOf(text: string | undefined, range: Range): readonly Inner[] {
  if (text === undefined || !/^\s*[\w./~"'\\${(-]+\s+\S/.test(text)) return []
  if (readScript(text).problem !== undefined) return []
  return [{ kind: 'script', text: textField(text, range, { quoted: true }), remote: true }]
}
