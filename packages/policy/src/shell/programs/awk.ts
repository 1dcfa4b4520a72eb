import { isSecretVariable } from '../../secrets.ts'
import { display, literal, type Field } from '../../model/field.ts'
import { readAwk, withHexCharacters } from './awk-program.ts'
import { isHidden, judgeCode, notReadonly, type CodeReading } from './code-text.ts'
import { foldTexts } from './fold-texts.ts'
import { awkKeepsNothing } from './keeps-nothing.ts'
import { GNU, type FactsPatch, type ParsedArgs, type ProgramFacts, type Table, type Touch } from './spec.ts'

/** awk: read-only unless its program writes, starts or loads something. */
export const AWK: Table = () => [
  {
    names: ['awk', 'gawk', 'mawk', 'nawk', 'goawk', 'original-awk', 'bwk'],
    readonly: true,
    // Options end at the program text; what follows are files and assignments.
    style: { ...GNU, permute: false },
    options:
      '-F,--field-separator= -v,--assign= -e,--source= -b,--characters-as-bytes -c,--traditional -C,--copyright -g,--gen-pot -h,--help -k,--csv -M,--bignum -n,--non-decimal-data -N,--use-lc-numeric -O,--optimize -s,--no-optimize -P,--posix -r,--re-interval -S,--sandbox -t,--lint-old -L,--lint[=] -V,--version -I,--trace -safe -version',
    // The debugger runs what a file says.
    loads: '-f,--file= -i,--include= -l,--load= -E,--exec= -D,--debug[=]',
    writes: '-d,--dump-variables[=] -o,--pretty-print[=] -p,--profile[=]',
    changes: '-W=',
    read: readAwkCommand,
  },
]

function readAwkCommand(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const sources = args.options.flatMap(({ names, value }) =>
    names.includes('-e') && value !== undefined ? [value] : [],
  )
  const given = sources.length > 0 || args.has('-f', '-E')
  const programs = given ? sources : args.operands.slice(0, 1)
  const files = args.operands.slice(given ? 0 : 1)
  // `-i inplace` rewrites the files that it reads.
  const inPlace = args.options.some(
    ({ names, value }) => names.includes('-i') && value !== undefined && display(value) === 'inplace',
  )
  const act = inPlace ? 'write' : 'read'
  const empties = inPlace && awkKeepsNothing(programs) ? ({ empties: true } as const) : {}
  const touches = files.filter(isFile).map((path): Touch => ({ act, path, recursive: false, ...empties }))
  const { home } = args.context.place
  const values = args.options.flatMap(({ names, value }) =>
    names.includes('-v') && value !== undefined ? [awkValue(value)] : [],
  )
  const patch = judgeCode(programs, (text) => readFolded(values.join('') + text, text, home), {
    ...facts,
    touches: [...facts.touches, ...touches],
  })
  const shown = programs.some(tellsSecret) ? { traits: [...facts.traits, 'shows-secrets' as const] } : {}
  const opaque = patch.opaque === true || facts.opaque || programs.some(isHidden)
  const network = files.find((file) => display(file).startsWith('/inet'))
  if (network === undefined) return { ...patch, ...shown, opaque }
  const reason = patch.notReadonly ?? facts.notReadonly ?? notReadonly(args.program, network)
  return { ...patch, ...shown, opaque, notReadonly: reason }
}

/** `-v c=rm`, as the program would write it. */
function awkValue(field: Field): string {
  const [, name, text] = /^([A-Za-z_]\w*)=([^"\\\n]*)$/.exec(literal(field) ?? '') ?? []
  return name === undefined ? '' : `${name}="${text ?? ''}"\n`
}

/** The effects of the program, including the commands that it builds from texts. */
function readFolded(code: string, text: string, home: string): CodeReading {
  const reading = withHidden(text, home)
  if (reading.starts.length === 0) return reading
  const { text: folded, whole } = foldTexts(code)
  const beyond = !whole && reading.starts.includes('')
  if (folded === code) return { ...reading, beyond }
  const more = readAwk(folded, home).starts.filter((command) => !reading.starts.includes(command))
  const shown = more.length > 0 || !reading.starts.some(isShellName) ? [] : printedTexts(folded)
  return { ...reading, starts: [...reading.starts, ...more, ...shown], beyond }
}

/** A command that is written with character codes may also be its decoded text, besides being unknown. */
function withHidden(text: string, home: string): CodeReading {
  const reading = readAwk(text, home)
  if (!reading.starts.includes('') || !text.includes('\\x')) return reading
  const perhaps = readAwk(withHexCharacters(text), home).starts
  return { ...reading, starts: [...new Set([...reading.starts, ...perhaps])] }
}

/** `printf "%s /", "rm -rf" | "sh"`: the shell reads what is printed. */
function printedTexts(code: string): readonly string[] {
  return [...code.matchAll(/"([^"\\\n]+)"/g)].flatMap(([, text = '']) =>
    /\s/.test(text.trim()) ? [text] : [],
  )
}

function isShellName(command: string): boolean {
  return /^\s*(?:\S*\/)?(?:ba|da|z|k)?sh\b/.test(command)
}

/** `ENVIRON["API_TOKEN"]`. */
function tellsSecret(program: Field): boolean {
  return [...display(program).matchAll(/\bENVIRON\s*\[\s*"(\w+)"/g)].some(([, name = '']) =>
    isSecretVariable(name),
  )
}

/** `name=value` among the files is an assignment. */
function isFile(field: Field): boolean {
  return !/^[A-Za-z_]\w*=/.test(display(field))
}
