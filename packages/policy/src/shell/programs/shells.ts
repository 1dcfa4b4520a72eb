import { display, knownPrefix, literal, type Field } from '../../model/field.ts'
import type { Inner } from '../../model/part.ts'
import { joinWords, shellText } from './joined-words.ts'
import { codeText } from './code-text.ts'
import { fieldFrom } from './options.ts'
import { POSIX, WORDS, type FactsPatch, type ParsedArgs, type ProgramFacts, type Table } from './spec.ts'

/** Shells: they run shell text in their words, in a file or on their input. */
export const SHELLS: Table = () => [
  {
    names: [
      'bash',
      'sh',
      'dash',
      'zsh',
      'ksh',
      'ksh93',
      'mksh',
      'ash',
      'rbash',
      'posh',
      'yash',
      'osh',
      'oksh',
      'brush',
      'csh',
      'tcsh',
    ],
    style: WORDS,
    arity: -1,
    read: readShell,
  },
  {
    names: ['fish', 'elvish', 'nu', 'xonsh'],
    style: WORDS,
    arity: -1,
    queries: '--version --help -v -h',
    read: readShell,
  },
  { names: ['eval'], queries: '', style: WORDS, arity: -1, read: readEval },
  { names: ['source', '.'], queries: '', style: WORDS, arity: -1, read: readSource },
  { names: ['trap'], queries: '', style: WORDS, arity: -1, read: readTrap },
  {
    names: ['at', 'batch'],
    style: POSIX,
    options: '-q= -t= -m -M -v -V',
    changes: '-l -r -d -c -b',
    loads: '-f=',
    arity: -1,
    read: readAt,
  },
  {
    names: ['tmux'],
    style: POSIX,
    options: '-2 -C -D -l -N -u -v -L= -S= -T=',
    loads: '-f=',
    runs: '-c=',
    arity: -1,
    read: readTmux,
  },
  {
    names: ['screen'],
    style: POSIX,
    options: '-a -A -d -D -m -M -i -l -L -ls -list -O -q -Q -r -R -t= -T= -U -v -x -X -wipe -e= -h= -p= -S=',
    loads: '-c=',
    starts: '-s=',
    arity: -1,
    read: readScreen,
  },
]

/** Commands on standard input, to be run later. */
function readAt({ has }: ParsedArgs): FactsPatch {
  return has('-l', '-r', '-d', '-c', '-f') ? {} : { inner: [{ kind: 'stdin-script' }] }
}

/** Commands of tmux that start something, and their options that take a value. */
const TMUX_STARTERS =
  /^(?:new|new-s\w*|neww|new-w\w*|splitw|split-w\w*|respawn\w*|popup|display-popup|run|run-shell|if|if-shell|pipep|pipe-pane|send|send-keys|confirm|confirm-before)$/
const TMUX_VALUES = /^-[A-Za-z0-9]*[cFnstxyelpbdhwTISNRBE]$/

/** `tmux ls`, `tmux capture-pane -p -t deploy`: only prints. A format may contain `#(command)`, a `;` another command. */
function isTmuxQuestion({ argv }: ParsedArgs): boolean {
  const words = argv.slice(1).map((field) => literal(field) ?? ';')
  return TMUX_QUESTION.test(words.join('\t'))
}

const TMUX_QUESTION =
  /^(?:-V|(?:ls|list-sessions|lsw|list-windows|lsp|list-panes|has|has-session|capture-pane\t-p)(?:\t(?:-[aspeJN]+|-[tSE]\t?[\w:.%@-]+))*)$/

function readTmux(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [command, ...words] = args.operands
  const name = literal(command)
  if (isTmuxQuestion(args)) return { notReadonly: undefined }
  if (name === undefined || !TMUX_STARTERS.test(name)) return {}
  let at = 0
  while (at < words.length) {
    const word = words[at]
    const text = literal(word)
    if (text === undefined || !/^-\w/.test(text)) break
    at += TMUX_VALUES.test(text) && !/^-d$/.test(text) ? 2 : 1
  }
  // Which options take a value differs between commands, so later words are tried too.
  const starts = [...new Set([at, at - 1, at + 1])].filter((index) => index >= 0 && index < words.length)
  // `send-keys 'text' C-m` types the text, then presses a key.
  const typed = name.startsWith('send') ? words.slice(at).filter((word) => display(word).includes(' ')) : []
  const joined = starts.map((index) => shellText(joinWords(words.slice(index))))
  return { inner: [...facts.inner, ...joined, ...typed.map(shellText)] }
}

function readScreen({ argv, operands }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first] = operands
  const [, only, more] = argv.map((field) => literal(field) ?? '')
  // The list of sessions.
  if (more === undefined && /^-(?:ls|list)$/.test(only ?? '')) return { notReadonly: undefined }
  if (first === undefined) return {}
  const from = argv.indexOf(first)
  const words = argv.slice(from)
  // `screen -X stuff 'text'` types into a session.
  const typed = literal(first) === 'stuff' ? words.slice(1).map((word) => shellText(withoutReturn(word))) : []
  return { inner: [...facts.inner, ...typed, { kind: 'argv', argv: words, from }] }
}

/** `^M` and `\\n` at the end press the key. */
function withoutReturn(field: Field): Field {
  const pieces = field.pieces.map((piece) =>
    piece.kind === 'text' ? { ...piece, text: piece.text.replace(/(?:\^M|\\n|\\r)+$/, '') } : piece,
  )
  return { ...field, pieces }
}

/** Letters and words that take the next word as a value. */
const WITH_VALUE = /^(?:--rcfile|--init-file|-C|--init-command|[-+][A-Za-z]*[oO])$/
const LOADS = /^(?:--rcfile|--init-file)$/

interface ShellWords {
  /** `-c` is present; the first operand is the text. */
  readonly command: boolean
  readonly stdin: boolean
  /** An unknown word may be an option. */
  readonly unsure: boolean
  readonly operands: readonly Field[]
  readonly loads: readonly { readonly option: Field; readonly value: Field }[]
  readonly texts: readonly Field[]
}

function readShell({ argv }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const words = sortShellWords(argv.slice(1))
  const { command, stdin, unsure, operands, loads, texts } = words
  const [first] = operands
  const inner: Inner[] = texts.map(shellText)
  const file = first !== undefined && !command && !isInput(first)
  if (command && first !== undefined) {
    inner.push({ ...shellText(first), ...(unsure ? {} : { args: operands.slice(1) }) })
  }
  if (unsure) inner.push(...operands.map(shellText))
  if (onlyChecks(words, argv) && file) {
    return {
      notReadonly: undefined,
      touches: [...facts.touches, { act: 'read', path: first, recursive: false }],
    }
  }
  const hidden = command && texts.length === 0 && (first === undefined || codeText(first) === undefined)
  if (stdin || (!command && !file && texts.length === 0)) inner.push({ kind: 'stdin-script' })
  return {
    inner,
    opaque: hidden || unsure,
    touches: [
      ...facts.touches,
      ...(file ? [{ act: 'read' as const, path: first, recursive: false }] : []),
      ...loads.map(({ value }) => ({ act: 'read' as const, path: value, recursive: false })),
    ],
    hazards: loads.map(({ option }) => ({
      kind: 'loads' as const,
      option: display(option),
      range: option.range,
      spellings: [display(option)],
    })),
  }
}

/** `bash -n file` reads the file and runs nothing of it. */
function onlyChecks({ command, stdin, unsure }: ShellWords, argv: readonly Field[]): boolean {
  const [shell, option, ...files] = argv.map(literal)
  if (command || stdin || unsure || files.length !== 1) return false
  return ['bash', 'sh', 'dash'].includes(shell ?? '') && option === '-n'
}

function isInput(field: Field): boolean {
  return ['/dev/stdin', '/dev/fd/0', '-', '/proc/self/fd/0'].includes(literal(field) ?? '')
}

function sortShellWords(words: readonly Field[]): ShellWords {
  let command = false
  let stdin = false
  let unsure = false
  const loads: { option: Field; value: Field }[] = []
  const texts: Field[] = []
  let at = 0
  for (; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined) break
    const text = literal(word)
    if (text === '--' || text === '-') {
      at += 1
      break
    }
    const start = knownPrefix(word)
    if (text === undefined && (start === '' || /^[-+]/.test(start))) unsure = true
    if (!/^[-+]/.test(start)) break
    const value = words[at + 1]
    const joined = /^--(?:command|init-command)=/.exec(start)
    if (joined !== null) texts.push(fieldFrom(word, joined[0].length))
    else if (text === '--command' || text === '--init-command' || text === '-C') {
      if (value !== undefined) texts.push(value)
      at += 1
    } else {
      if (/^-[A-Za-z]*c/.test(start)) command = true
      if (/^-[A-Za-z]*s/.test(start)) stdin = true
      if (text !== undefined && LOADS.test(text) && value !== undefined) loads.push({ option: word, value })
      if (text !== undefined && WITH_VALUE.test(text)) at += 1
    }
  }
  return { command, stdin, unsure, operands: words.slice(at), loads, texts }
}

function readEval({ argv }: ParsedArgs): FactsPatch {
  const [, first] = argv
  const words = argv.slice(literal(first) === '--' ? 2 : 1)
  if (words.length === 0) return { notReadonly: undefined }
  const text = joinWords(words)
  return { inner: [shellText(text)], opaque: codeText(text) === undefined }
}

function readSource({ argv }: ParsedArgs): FactsPatch {
  const path = argv.slice(1).find((field) => literal(field) !== '--')
  if (path === undefined) return {}
  if (isInput(path)) return { inner: [{ kind: 'stdin-script' }] }
  return { touches: [{ act: 'read', path, recursive: false }] }
}

/** `trap TEXT SIGNAL…`; with `-p`, `-l` or nothing it only prints; `-` and an empty text remove a trap. */
function readTrap({ argv, program }: ParsedArgs): FactsPatch {
  const words = argv.slice(1)
  const [first] = words
  const text = literal(first)
  if (words.length === 0 || (text !== undefined && /^(?:-[lpP]+|-|)$/.test(text)))
    return { notReadonly: undefined }
  const script = text === '--' ? words[1] : first
  if (script === undefined) return { notReadonly: undefined }
  // A signal alone removes its trap: `trap INT`.
  if (words.length === 1 && text !== undefined && /^[A-Z0-9]+$/.test(text)) return { notReadonly: undefined }
  return {
    inner: [shellText(script)],
    opaque: codeText(script) === undefined,
    notReadonly: { because: 'not-readonly', program },
  }
}
