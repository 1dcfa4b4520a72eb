import type { Input } from './context.ts'
import { display, literal, textField, type Field, type Range } from './field.ts'
import { baseName } from '../rules/rule-key.ts'
import type { Inner, ProgramFacts, Touch } from './part.ts'
import { patchedFiles, takesPatch } from './patched-files.ts'
import { codeEffects } from './programs/code-effects.ts'
import { fieldValue, knownText, type Value } from './value.ts'
import { CODE_IN_WORDS, COMMANDS_IN_INPUT, COMMANDS_IN_INPUT_WHEN_TOLD } from './programs/kinds.ts'

const TOLD = /^(?:-|-f-|--[\w-]+=-|(?:--[\w-]+=)?\/dev\/(?:stdin|fd\/0))$/

interface Started {
  readonly argv: readonly Field[]
  readonly stdin: Input
  readonly range: Range
  readonly home: string
  /** What the text itself has written into a file. */
  readonly written: (path: string) => readonly Value[]
}

/** Adds what code that is literally there on the way in plainly starts and names: `python3 <<< '…'`, `make -f <(…)`. */
export function withInputCode(facts: ProgramFacts, started: Started): ProgramFacts {
  const { argv, stdin, range, home } = started
  const [first] = argv
  const program = facts.program ?? baseName(display(first))
  if (takesPatch(program, argv)) return withPatched(facts, started)
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) return withScripts(facts, started)
  if (!mayTakeCode(facts, program)) return facts
  const takes =
    facts.input === 'script' ||
    COMMANDS_IN_INPUT.has(program) ||
    (COMMANDS_IN_INPUT_WHEN_TOLD.has(program) && argv.some((word) => TOLD.test(display(word))))
  const values = takes && stdin.kind === 'text' ? stdin.values : []
  const shown =
    facts.input === 'script' || COMMANDS_IN_INPUT_WHEN_TOLD.has(program) || CODE_FILES.test(program)
      ? [...contents(argv), ...(/^g?sed$|awk$/.test(program) ? [] : writtenBefore(started))]
      : []
  const worded = CODE_IN_WORDS.has(program) ? codeWords(argv) : []
  const texts = [...values.map(knownText), ...shown, ...worded].filter((text) => text !== undefined)
  if (texts.length === 0) return facts
  const effects = texts.map((text) => codeEffects(textField(text, range, { quoted: true }), program, home))
  return {
    ...facts,
    inner: [...facts.inner, ...effects.flatMap(({ inner }) => inner)],
    touches: [...facts.touches, ...effects.flatMap(({ touches }) => touches)],
    ...(effects.some(({ hidden }) => hidden) ? { hidden: true } : {}),
  }
}

/** Scripts of a package that the text itself has written. */
function withScripts(facts: ProgramFacts, { written, range }: Started): ProgramFacts {
  const texts = written('package.json').map(knownText)
  const commands = texts.flatMap((text) => {
    const scripts = /"scripts"\s*:\s*\{([^{}]*)\}/.exec(text ?? '')?.[1] ?? ''
    return [...scripts.matchAll(/:\s*"((?:[^"\\]|\\.)*)"/g)].map(([, command = '']) =>
      command.replaceAll('\\"', '"'),
    )
  })
  const inner = commands.map((command): Inner => ({
    kind: 'script',
    text: textField(command, range, { quoted: true }),
    remote: true,
  }))
  return inner.length === 0 ? facts : { ...facts, inner: [...facts.inner, ...inner] }
}

/** Files that a patch names which is there in the text, on the way in or in a file that was written before. */
function withPatched(facts: ProgramFacts, started: Started): ProgramFacts {
  const { stdin, range } = started
  const values = stdin.kind === 'text' ? stdin.values.map(knownText) : []
  const names = [...values, ...writtenBefore(started), ...contents(started.argv)].flatMap((text) =>
    text === undefined ? [] : patchedFiles(text),
  )
  const touches = [...new Set(names)].map((path): Touch => ({
    act: 'write',
    path: textField(path, range, { quoted: true }),
    recursive: false,
  }))
  return touches.length === 0 ? facts : { ...facts, touches: [...facts.touches, ...touches] }
}

/** Most programs never do. */
function mayTakeCode({ input }: ProgramFacts, program: string): boolean {
  if (input === 'script' || COMMANDS_IN_INPUT.has(program) || COMMANDS_IN_INPUT_WHEN_TOLD.has(program))
    return true
  return CODE_IN_WORDS.has(program) || CODE_FILES.test(program)
}

const CODE_FILES = /^(?:python|pypy|perl|ruby|php|lua|node|tsx|tclsh|expect|Rscript|julia)/

/** What stands in files that the text wrote before: `cat > x.py <<E …; python3 x.py`. */
function writtenBefore({ argv, written }: Started): readonly (string | undefined)[] {
  const [program] = argv
  const own =
    program !== undefined && display(program).endsWith('make') ? ['Makefile', 'makefile', 'GNUmakefile'] : []
  return [...argv.slice(1).map(literal), ...own].flatMap((path) => {
    return path === undefined ? [] : written(path).map(knownText)
  })
}

/** What stands in `<(…)`, where that is known. */
function contents(argv: readonly Field[]): readonly (string | undefined)[] {
  return argv.map((word) => {
    const [only, more] = fieldValue(word)
    return only?.kind === 'hole' && more === undefined && only.content !== undefined
      ? knownText(only.content)
      : undefined
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
