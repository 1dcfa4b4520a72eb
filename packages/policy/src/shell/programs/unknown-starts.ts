import { display, literal, textField, type Field } from '../field.ts'
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
  return [
    ...texts,
    ...grimTexts(words),
    ...(behind.length === 0 ? [] : [{ kind: 'argv', argv: behind, remote: true } as const]),
    ...(behind.length === 0 ? grimWords(words) : []),
  ]
}

/**
 * What a program may start of which no table says that it starts anything: words at its end, or text behind an option or
 * word for that, which hardly mean anything but a command that destroys.
 */
export function grimStarts([, ...words]: readonly Field[]): readonly Inner[] {
  return [...grimTexts(words), ...grimWords(words)]
}

function grimWords(words: readonly Field[]): readonly Inner[] {
  const at = words.slice(0, MOST).findIndex((_, index) => isGrim(words.slice(index)))
  return at === -1 ? [] : [{ kind: 'argv', argv: words.slice(at), remote: true }]
}

function grimTexts(words: readonly Field[]): readonly Inner[] {
  return words.slice(0, MOST).flatMap((word, index) => {
    const [earlier = '', before = ''] = [words[index - 2], words[index - 1]].map(display)
    const own = before.startsWith('-') || RUNS.test(before)
    return grimText(word, own ? before : earlier.startsWith('-') ? '' : earlier)
  })
}

/** `said`: the word or option before it that could say what it is. */
function grimText(word: Field, said: string): readonly Inner[] {
  const text = literal(word)
  if (text === undefined || !/\s/.test(text.trim())) return []
  const at = /^--?[\w-]+=/.exec(text)?.[0] ?? /^[a-z]+=/.exec(text)?.[0] ?? ''
  if (!RUNS.test(at === '' ? said : at.slice(0, -1))) return []
  const inner = text.slice(at.length)
  const found = inner.split(/[;&|\n]+/).some((command) => {
    const parts = command.trim().split(/\s+/)
    return isGrim(parts.map((part) => textField(part.replaceAll(/["']/g, ''), word.range)))
  })
  return found ? [{ kind: 'script', text: textField(inner, word.range, { quoted: true }), remote: true }] : []
}

/** Words and options behind which a command stands. */
const RUNS =
  /^(?:run|exec|ssh|shell|foreach|rsh|type|cmd|cmd\.run|invoke|commands)$|^-[cCex]$|^--?(?:[\w.-]*[-.])?(?:exec|execute|commands?|cmd|run|shell|scripts?|parameters)$/

const GRIM = /^(?:mkfs(?:\.\w+)?|sudo|doas|rm|git|chmod|chown|dd|find|sh|bash|zsh|dash)$/

/** Words that are a command which destroys, or a shell with one. */
function isGrim([first, ...rest]: readonly Field[]): boolean {
  const name = first === undefined ? '' : (literal(first) ?? '')
  const base = name.slice(name.lastIndexOf('/') + 1)
  if (!GRIM.test(base)) return false
  const words = rest.map((word) => literal(word) ?? '')
  if (base.startsWith('mkfs')) return words.some((word) => word.startsWith('/dev/'))
  switch (base) {
    case 'sudo':
    case 'doas':
      return isGrim(rest.slice(words.findIndex((word) => !word.startsWith('-'))))
    case 'rm':
      return (
        words.some((word) => /^-\w*[rR]|^--rec/.test(word)) &&
        words.some((word) => /^-\w*f|^--for/.test(word))
      )
    case 'git':
      return (
        words.some((word) => /^(?:push|reset|clean)$/.test(word)) &&
        words.some((word) => /^(?:[-+]|:[^:])/.test(word))
      )
    case 'chmod':
    case 'chown':
      return words.some((word) => /^-\w*R|^--recursive$/.test(word))
    case 'dd':
      return words.some((word) => word.startsWith('of=/dev/'))
    case 'find':
      return words.includes('-delete') || words.includes('-exec')
    case 'sh':
    case 'bash':
    case 'zsh':
    case 'dash':
      return /^-\w*c$/.test(words[0] ?? '') && words.length > 1
    default:
      return false
  }
}

/** Nobody gives a program as many words by which others are started. */
const MOST = 200

/** Names of options and commands behind which a command stands. */
const TAKES = /^(?:-[cex]|(?:--?[\w.-]*[-.]?|[\w]+\.)(?:exec|execute|command|cmd|run|shell))$/

function commandText(word: Field, before: Field | undefined): Field | undefined {
  const text = literal(word)
  if (text === undefined) return undefined
  // A question to a database; to a shell the word is the beginning of a loop.
  if (/^(?:--?[\w-]+=)?\s*select\s[^;&|`$]*;?\s*$/i.test(text)) return undefined
  const at = text.startsWith('-') ? text.indexOf('=') : -1
  if (at > 0 && TAKES.test(text.slice(0, at)))
    return { ...word, quoted: true, pieces: [{ kind: 'text', text: text.slice(at + 1) }] }
  return /\s/.test(text.trim()) && before !== undefined && TAKES.test(display(before)) ? word : undefined
}
