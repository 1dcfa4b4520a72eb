import { literal } from '../../model/field.ts'
import { isHidden, judgeCode, notReadonly } from './code-text.ts'
import { sedKeepsNothing } from './keeps-nothing.ts'
import { readSed } from './sed-script.ts'
import type { FactsPatch, ParsedArgs, ProgramFacts, Table, Touch } from './spec.ts'

/** The stream editor: read-only unless it edits in place or its script writes or starts something. */
export const SED: Table = () => [
  {
    names: ['sed', 'gsed', 'ssed'],
    readonly: true,
    options:
      '-n,--quiet,--silent -E,-r,--regexp-extended -s,--separate -u,--unbuffered -z,--null-data,--zero-terminated -b,--binary -a --posix --debug --sandbox --follow-symlinks -l,--line-length= -e,--expression= --help --version',
    loads: '-f,--file=',
    writes: '-i,--in-place[=] -I[=]',
    read: readSedCommand,
  },
]

function readSedCommand(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const given = args.options.filter(({ names }) => names.includes('-e') || names.includes('-f'))
  const expressions = given.flatMap(({ names, value }) =>
    names.includes('-e') && value !== undefined ? [value] : [],
  )
  const inPlace = args.has('-i', '-I')
  const [first] = args.operands
  // On systems other than GNU the suffix of `-i` is a separate word, `sed -i '' SCRIPT FILE`.
  const skip = given.length > 0 ? 0 : inPlace && literal(first) === '' ? 2 : 1
  const scripts = given.length > 0 ? expressions : args.operands.slice(skip - 1, skip)
  const act: Touch['act'] = inPlace ? 'write' : 'read'
  // On GNU the empty word is the script, and nothing is printed.
  const silent = args.has('-n') && skip === 2
  const empties =
    inPlace && (silent || sedKeepsNothing(scripts, args.has('-n'))) ? ({ empties: true } as const) : {}
  const files = args.operands
    .slice(silent ? 1 : skip)
    .map((path): Touch => ({ act, path, recursive: false, ...empties }))
  const own = facts.touches.filter((each) => each.act === 'read')
  const patch = judgeCode(scripts, readSed, { ...facts, touches: [...own, ...files] })
  const width = args.value('-l')
  // On systems other than GNU `-l` takes no value, and the next word is the script.
  const unsure =
    width !== undefined && !/^\d+$/.test(literal(width) ?? '') ? notReadonly(args.program, width) : undefined
  const reason = patch.notReadonly ?? facts.notReadonly ?? unsure
  const opaque = patch.opaque === true || facts.opaque || scripts.some(isHidden)
  return { ...patch, ...(inPlace ? { arity: 0 } : {}), opaque, notReadonly: reason }
}
