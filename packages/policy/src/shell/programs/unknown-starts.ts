import { baseName } from '../../text/base-name.ts'
import { display, literal, textField, type Field } from '../../model/field.ts'
import type { Inner } from '../../model/part.ts'

/**
 * The commands that an unknown program may start: the words after `--`, and text after an option or a word whose name suggests commands.
 * Only for deny, ask and breakers.
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
    ...destructiveTexts(words),
    ...(behind.length === 0 ? [] : [{ kind: 'argv', argv: behind, remote: true } as const]),
    ...(behind.length === 0 ? destructiveArgv(words) : []),
  ]
}

/**
 * Commands that a program may start although its table lists none: trailing words, or the text of an option that takes commands. Only words
 * that can hardly mean anything but a destructive command are used, so that ordinary arguments do not ask.
 */
export function destructiveStarts([, ...words]: readonly Field[]): readonly Inner[] {
  return [...destructiveTexts(words), ...destructiveArgv(words)]
}

function destructiveArgv(words: readonly Field[]): readonly Inner[] {
  const at = words.slice(0, MOST).findIndex((_, index) => isDestructive(words.slice(index)))
  return at === -1 ? [] : [{ kind: 'argv', argv: words.slice(at), remote: true }]
}

function destructiveTexts(words: readonly Field[]): readonly Inner[] {
  return words.slice(0, MOST).flatMap((word, index) => {
    const [earlier = '', before = ''] = [words[index - 2], words[index - 1]].map(display)
    const own = before.startsWith('-') || RUNS.test(before)
    return destructiveText(word, own ? before : earlier.startsWith('-') ? '' : earlier)
  })
}

/** `label`: the word or option before the text, which may say that a command follows. */
function destructiveText(word: Field, label: string): readonly Inner[] {
  const text = literal(word)
  if (text === undefined || !/\s/.test(text.trim())) return []
  const at = /^--?[\w-]+=/.exec(text)?.[0] ?? /^[a-z]+=/.exec(text)?.[0] ?? ''
  if (!RUNS.test(at === '' ? label : at.slice(0, -1))) return []
  const inner = text.slice(at.length)
  const found = inner.split(/[;&|\n]+/).some((command) => {
    const parts = command.trim().split(/\s+/)
    return isDestructive(parts.map((part) => textField(part.replaceAll(/["']/g, ''), word.range)))
  })
  return found ? [{ kind: 'script', text: textField(inner, word.range, { quoted: true }), remote: true }] : []
}

/** Words and options that precede a command. */
const RUNS =
  /^(?:run|exec|ssh|shell|foreach|rsh|type|cmd|cmd\.run|invoke|commands)$|^-[cCex]$|^--?(?:[\w.-]*[-.])?(?:exec|execute|commands?|cmd|run|shell|scripts?|parameters)$/

const DESTRUCTIVE = /^(?:mkfs(?:\.\w+)?|sudo|doas|rm|git|chmod|chown|dd|find|sh|bash|zsh|dash)$/

/** True for a destructive command, and for a shell that runs one. */
function isDestructive([first, ...rest]: readonly Field[]): boolean {
  const name = first === undefined ? '' : (literal(first) ?? '')
  const base = baseName(name)
  if (!DESTRUCTIVE.test(base)) return false
  const words = rest.map((word) => literal(word) ?? '')
  if (base.startsWith('mkfs')) return words.some((word) => word.startsWith('/dev/'))
  switch (base) {
    case 'sudo':
    case 'doas':
      return isDestructive(rest.slice(words.findIndex((word) => !word.startsWith('-'))))
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

/** Nobody writes a command after this many words; the limit bounds the search. */
const MOST = 200

/** Names of options and commands that precede a command. */
const TAKES = /^(?:-[cex]|(?:--?[\w.-]*[-.]?|[\w]+\.)(?:exec|execute|command|cmd|run|shell))$/

function commandText(word: Field, before: Field | undefined): Field | undefined {
  const text = literal(word)
  if (text === undefined) return undefined
  // A database query; for a shell the word begins a loop.
  if (/^(?:--?[\w-]+=)?\s*select\s[^;&|`$]*;?\s*$/i.test(text)) return undefined
  const at = text.startsWith('-') ? text.indexOf('=') : -1
  if (at > 0 && TAKES.test(text.slice(0, at)))
    return { ...word, quoted: true, pieces: [{ kind: 'text', text: text.slice(at + 1) }] }
  return /\s/.test(text.trim()) && before !== undefined && TAKES.test(display(before)) ? word : undefined
}
