import { textsIn, type Input } from './context.ts'
import { display, literal, textField, type Field, type Range } from '../model/field.ts'
import { baseName } from '../text/base-name.ts'
import type { Inner, ProgramFacts, Touch } from '../model/part.ts'
import { patchedFiles, takesPatch } from './patched-files.ts'
import { codeEffects } from './programs/code-effects.ts'
import { fieldValue, knownText, onlyHole, type Value } from './value.ts'
import {
  CODE_IN_WORDS,
  COMMANDS_IN_INPUT,
  COMMANDS_IN_INPUT_ON_REQUEST,
  TAKES_CODE,
  CRON_TIMES,
  READS_STDIN,
  TAKES_CODE_ON_REQUEST,
} from './programs/kinds.ts'
import { possibleCommands } from './programs/hidden-starts.ts'
import { commandLines, ownFiles } from './programs/own-files.ts'

interface Started {
  readonly argv: readonly Field[]
  readonly stdin: Input
  readonly range: Range
  readonly home: string
  /** The text itself has written some file. */
  readonly fills: boolean
  /** The content that it wrote into a file, or into all files with similar last names. */
  readonly written: (path: string | Field | RegExp) => readonly Value[]
}

/** Adds the commands and paths in code that is literally given on standard input: `python3 <<< '…'`, `make -f <(…)`. */
export function withInputCode(facts: ProgramFacts, started: Started): ProgramFacts {
  const { argv, stdin, range, home } = started
  const [first] = argv
  const program = facts.program ?? baseName(display(first))
  const own = started.fills ? withOwnFiles(facts, program, started) : facts
  if (LISTS.test(program) && started.fills) return withListed(own, started)
  if (takesPatch(program, argv)) return withPatched(own, started)
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) return withScripts(own, started)
  if (!mayTakeCode(facts, program) && !started.fills) return own
  const takes =
    facts.input === 'script' ||
    COMMANDS_IN_INPUT.has(program) ||
    (COMMANDS_IN_INPUT_ON_REQUEST.has(program) && argv.some((word) => READS_STDIN.test(display(word))))
  const values = takes ? textsIn(stdin) : []
  const shown =
    facts.input === 'script' || COMMANDS_IN_INPUT_ON_REQUEST.has(program) || loadsFiles(program)
      ? [...contents(argv), ...writtenBefore(started, program)]
      : []
  const worded = CODE_IN_WORDS.has(program) ? codeWords(argv) : []
  const texts = [...values.map(knownText), ...shown, ...worded].filter((text) => text !== undefined)
  return withCode(own, texts, { program, range, home })
}

function withCode(
  facts: ProgramFacts,
  texts: readonly string[],
  { program, range, home }: { readonly program: string; readonly range: Range; readonly home: string },
): ProgramFacts {
  if (texts.length === 0) return facts
  const effects = texts.map((text) => codeEffects(textField(text, range, { quoted: true }), program, home))
  return {
    ...facts,
    inner: [...facts.inner, ...effects.flatMap(({ inner }) => inner)],
    touches: [...facts.touches, ...effects.flatMap(({ touches }) => touches)],
    ...(effects.some(({ hidden }) => hidden) ? { hidden: true } : {}),
  }
}

/** Files that a program runs implicitly, if the text itself wrote them: `echo … > conftest.py; pytest`. */
function withOwnFiles(
  facts: ProgramFacts,
  program: string,
  { argv, written, range, home }: Started,
): ProgramFacts {
  const words = argv.slice(1).map(display)
  const own = ownFiles(program, words)
  if (own === undefined) return facts
  const texts = written(own.names).flatMap((value) => knownText(value) ?? [])
  if (texts.length === 0) return facts
  if (/^(?:make|python3|node)$/.test(own.language))
    return withCode(facts, texts, { program: own.language, range, home })
  const lines = texts.flatMap((text) => [
    ...(own.language === 'lines' ? commandLines(text) : []),
    ...startedIn(text),
  ])
  return { ...facts, inner: [...facts.inner, ...lines.map((line) => scriptOf(line, range))] }
}

/** Programs whose files list commands: cron tables, terminal configurations. */
const LISTS = /^(?:crontab|at|batch|parallel|sem|tmux|screen|byobu)$/

function withListed(facts: ProgramFacts, started: Started): ProgramFacts {
  const texts = writtenBefore(started, '').flatMap((text) => text ?? [])
  const lines = texts.flatMap((text) => [
    ...commandLines(text.replaceAll(CRON_TIMES, '')),
    ...startedIn(text),
  ])
  return { ...facts, inner: [...facts.inner, ...lines.map((line) => scriptOf(line, started.range))] }
}

function startedIn(text: string): readonly string[] {
  const calls = [...text.matchAll(BUILT)].map(([call]) =>
    [...call.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word).join(' '),
  )
  if (!STARTS.test(text)) return calls
  const found = possibleCommands(text).map((each) =>
    each.kind === 'text' ? each.text : each.words.join(' '),
  )
  return [...calls, ...found]
}

/** No language starts a command without one of these. */
const STARTS =
  /\b(?:exec\w*|Command|system|ProcessBuilder|Runtime|spawn\w*|popen|sh|shell|command|cmds?|tasks|run\w*)\b/i

/** `Command::new("git").arg("push")`, `exec.Command("git", "push")`. */
const BUILT = /\bCommand(?:::new)?\(\s*"[^;]*/g

function scriptOf(text: string, range: Range): Inner {
  return { kind: 'script', text: textField(text, range, { quoted: true }), remote: true }
}

/** It treats a given file as code. */
function loadsFiles(program: string): boolean {
  return (
    CODE_FILES.test(program) ||
    COMMANDS_IN_INPUT.has(program) ||
    TAKES_CODE.has(program) ||
    TAKES_CODE_ON_REQUEST.has(program)
  )
}

/** Scripts of a package that the text itself wrote, or sets one by one. */
function withScripts(facts: ProgramFacts, { argv, written, range }: Started): ProgramFacts {
  const texts = written(/^package\.json$/).map(knownText)
  const commands = texts.flatMap((text) => {
    const scripts = /"scripts"\s*:\s*\{([^{}]*)\}/.exec(text ?? '')?.[1] ?? ''
    return [...scripts.matchAll(/:\s*"((?:[^"\\]|\\.)*)"/g)].map(([, command = '']) =>
      command.replaceAll('\\"', '"'),
    )
  })
  const set = argv.flatMap((word) => /^scripts[.[][^=]+=(.+)$/s.exec(literal(word) ?? '')?.[1] ?? [])
  const inner = [...commands, ...set].map((command) => scriptOf(command, range))
  return inner.length === 0 ? facts : { ...facts, inner: [...facts.inner, ...inner] }
}

/** Files named by a patch that is in the text, on standard input or in a file that was written before. */
function withPatched(facts: ProgramFacts, started: Started): ProgramFacts {
  const { stdin, range } = started
  const values = textsIn(stdin).map(knownText)
  const names = [...values, ...writtenBefore(started, 'patch'), ...contents(started.argv)].flatMap((text) =>
    text === undefined ? [] : patchedFiles(text),
  )
  const touches = [...new Set(names)].map((path): Touch => ({
    act: 'write',
    path: textField(path, range, { quoted: true }),
    recursive: false,
  }))
  return touches.length === 0 ? facts : { ...facts, touches: [...facts.touches, ...touches] }
}

/** Most programs never take code. */
function mayTakeCode({ input }: ProgramFacts, program: string): boolean {
  if (input === 'script' || COMMANDS_IN_INPUT.has(program) || COMMANDS_IN_INPUT_ON_REQUEST.has(program))
    return true
  return CODE_IN_WORDS.has(program) || CODE_FILES.test(program)
}

const CODE_FILES = /^(?:python|pypy|perl|ruby|php|lua|node|tsx|tclsh|expect|Rscript|julia)/

/** The content of files that the text wrote before: `cat > x.py <<E …; python3 x.py`, `psql -f x`, `gdb -x x`. */
function writtenBefore({ argv, written, fills }: Started, program: string): readonly (string | undefined)[] {
  if (!fills) return []
  // Files for these are data, except for their scripts.
  const scripts = /^g?sed$|awk$/.test(program)
  const named = argv.slice(1).flatMap((word, index): readonly (Field | string)[] => {
    const text = literal(word)
    const joined = /^(?:--?[\w-]+=|-[a-zA-Z])(.+)$/s.exec(text ?? '')?.[1]
    const takesFile = /^(?:-\w*[fE]|--file|--exec)$/.test(display(argv[index]))
    if (scripts) return takesFile ? [word] : joined === undefined ? [] : [joined]
    return [word, ...(joined === undefined ? [] : [joined]), ...moduleFiles(program, text)]
  })
  return named.flatMap((path) => written(path).map(knownText))
}

/** `node a` runs `a.js`. */
function moduleFiles(program: string, text: string | undefined): readonly string[] {
  if (text === undefined || text.startsWith('-') || !/^(?:node|nodejs|bun|tsx)$/.test(program)) return []
  return [`${text}.js`, `${text}.cjs`, `${text}.mjs`, `${text}/index.js`]
}

/** The content of `<(…)`, if known. */
function contents(argv: readonly Field[]): readonly (string | undefined)[] {
  return argv.map((word) => {
    const content = onlyHole(fieldValue(word))?.content
    return content === undefined ? undefined : knownText(content)
  })
}

const CODE_OPTION = /^(?:-[ceED]|--(?:eval|execute|execute-continue|define|exec))$/

function codeWords(argv: readonly Field[]): readonly (string | undefined)[] {
  return argv.flatMap((word, index) => {
    const text = literal(word) ?? ''
    const joined = /^(?:--(?:eval|execute|exec|define)=|-D)(.+)$/s.exec(text)?.[1]
    const before = argv[index - 1]
    if (joined !== undefined) return [joined]
    return before !== undefined && CODE_OPTION.test(literal(before) ?? '') ? [literal(word)] : []
  })
}
