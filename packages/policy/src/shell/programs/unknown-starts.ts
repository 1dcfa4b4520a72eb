import { display, literal, type Field } from '../field.ts'
import type { Inner } from '../part.ts'

/**
 * What a program that no table knows may start: the words behind `--`, and text behind an option or a word by whose name
 * programs take commands. For deny, ask and breakers alone.
 */
export function unknownStarts([, ...words]: readonly Field[]): readonly Inner[] {
  const dashes = words.findIndex((word) => literal(word) === '--')
  const rest = dashes === -1 ? [] : words.slice(dashes + 1)
  const behind = rest[0] !== undefined && /^[\w./~]/.test(literal(rest[0]) ?? '') ? rest : []
  const texts = words.slice(0, MOST).flatMap((word, index): readonly Inner[] => {
    const text = commandText(word, words[index - 1])
    return text === undefined ? [] : [{ kind: 'script', text, remote: true }]
  })
  return behind.length === 0 ? texts : [...texts, { kind: 'argv', argv: behind, remote: true }]
}

const MOST = 32

/** Names of options and commands behind which a command stands. */
const TAKES = /^(?:-[cex]|(?:--?[\w.-]*[-.]?|[\w]+\.)(?:exec|execute|command|cmd|run|shell))$/

function commandText(word: Field, before: Field | undefined): Field | undefined {
  const text = literal(word)
  if (text === undefined) return undefined
  const at = text.startsWith('-') ? text.indexOf('=') : -1
  if (at > 0 && TAKES.test(text.slice(0, at)))
    return { ...word, quoted: true, pieces: [{ kind: 'text', text: text.slice(at + 1) }] }
  return /\s/.test(text.trim()) && before !== undefined && TAKES.test(display(before)) ? word : undefined
}
