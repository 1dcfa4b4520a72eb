import { display, literal, textField, type Field } from '../../model/field.ts'
import type { Inner } from '../../model/part.ts'
import { fillMark, joinWords, shellText } from './joined-words.ts'
import { GNU, type FactsPatch, type ParsedArgs, type Table } from './spec.ts'

/** GNU parallel and similar programs: the words are a template of shell text, and the values follow `:::` or come from standard input. */
export const PARALLEL: Table = () => [
  {
    names: ['parallel', 'sem'],
    style: { ...GNU, permute: false },
    options:
      '-0,--null -j,--jobs,-P,--max-procs= -k,--keep-order -n,--max-args= -N= -X -m -I= -i[=] -d,--delimiter= -C,--colsep= --dry-run,--dryrun -t,--verbose -v -u,--ungroup -q,--quote --bar --eta --progress --halt= --timeout= --retries= --delay= --tag --line-buffer,--lb --no-notice --will-cite -L= -l[=] -s= -x -r,--no-run-if-empty --group --header= --shuf --link --memfree= --load= --nice= --silent --pipe --pipepart --block= --recstart= --recend= --round-robin --trim=',
    reads: '-a,--arg-file= --argfile=',
    writes: '--joblog= --results= --tmpdir= --compress',
    starts:
      '-S,--sshlogin= --ssh= --shellquote --compress-program= --tmux --filter= --limit= --profile,-J= --env=',
    arity: -1,
    read: readParallel,
  },
]

const MARK = /^:::\+?:?\+?$/

function readParallel({ argv, operands }: ParsedArgs): FactsPatch {
  const [start] = operands
  const words = start === undefined ? [] : argv.slice(argv.indexOf(start))
  const at = words.findIndex((field) => MARK.test(literal(field) ?? ''))
  const template = at === -1 ? words : words.slice(0, at)
  // The words after `::::` are files with the values.
  const files = at !== -1 && literal(words[at])?.startsWith('::::') === true
  const values =
    at === -1 || files ? [] : words.slice(at + 1).filter((field) => !MARK.test(literal(field) ?? ''))
  const [head] = template
  // Without a template every value is a command itself.
  if (head === undefined) {
    return { inner: at === -1 || files ? [{ kind: 'stdin-script' }] : values.map(shellText) }
  }
  if (values.length > 0) return { inner: values.flatMap((value) => readings(fill(template, value))) }
  const marked = template.map((field) => fillMark(field, '{}'))
  // One word with blanks in it is a complete text: `sem 'make all'`.
  if (template.length === 1 && /\s/.test(literal(head) ?? ''))
    return { inner: [...marked.map(shellText), ...asWords(head)] }
  const from = argv.indexOf(head)
  const given: Inner = { kind: 'argv', argv: marked, from, more: true }
  const isMarked = template.some((field) => display(field).includes('{}'))
  return { inner: isMarked ? [given, { kind: 'argv', argv: marked, from, mark: '{}' }] : [given] }
}

/** `parallel 'rm -rf {}'`: a text of plain words, for values from standard input. */
function asWords(text: Field): readonly Inner[] {
  const plain = literal(text) ?? ''
  if (!/^[\w./~ {}=:@%+,-]+$/.test(plain)) return []
  const argv = plain
    .trim()
    .split(/ +/)
    .map((word) => fillMark(textField(word, text.range), '{}'))
  return [{ kind: 'argv', argv, ...(plain.includes('{}') ? { mark: '{}' } : { more: true }) }]
}

/**
 * The words are joined to a text for the shell, with quoted values; with `-q` everything is quoted. A word with a blank in it may be one
 * word or several.
 */
function readings(words: readonly Field[]): readonly Inner[] {
  const text = shellText(joinWords(words))
  const torn = words.length > 1 && words.some((field) => /\s/.test(literal(field) ?? ''))
  return torn ? [text, { kind: 'argv', argv: words }] : [text]
}

/** The template with a value; without a mark the value is appended. */
function fill(template: readonly Field[], value: Field): readonly Field[] {
  const given = literal(value)
  if (!template.some((field) => (literal(field) ?? '').includes('{'))) return [...template, value]
  return template.map((field) => {
    const own = literal(field)
    if (own === undefined || given === undefined) return fillMark(field, '{}')
    const text = own.replaceAll(/\{(?:\d+|[#%./]*|\/\.)\}/g, () => given)
    return { ...field, pieces: [{ kind: 'text', text }] }
  })
}
