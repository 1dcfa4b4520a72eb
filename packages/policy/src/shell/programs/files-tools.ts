import { display, knownPrefix, literal, type Field } from '../../model/field.ts'
import type { Touch } from '../../model/part.ts'
import { intoTarget } from './into-target.ts'
import { namesAllAlike } from './keeps-nothing.ts'
import { fieldFrom } from './options.ts'
import { WORDS, type FactsPatch, type ParsedArgs, type ProgramFacts, type Table } from './spec.ts'
import { reads, spreads, spreadsHere, writes } from './touches.ts'
import { wordSet } from '../../word-set.ts'

/** Removing, copying, moving, changing and writing files. */
export const FILES_TOOLS: Table = () => [
  {
    names: ['rm', 'grm', 'safe-rm'],
    options:
      '-f,--force -i -I --interactive[=] --one-file-system --no-preserve-root --preserve-root[=] -r,-R,--recursive -d,--dir -v,--verbose -P -W -x --help --version',
    recursive: '-r',
    operands: { act: 'remove' },
    arity: -1,
  },
  {
    names: ['trash', 'trash-put', 'trash-cli', 'rmtrash', 'gvfs-trash', 'rip'],
    anyOption: true,
    operands: { act: 'remove', recursive: true },
    arity: -1,
  },
  {
    names: ['gio', 'gvfs-rm'],
    subcommands: {
      trash: { anyOption: true, operands: { act: 'remove', recursive: true } },
      remove: { anyOption: true, operands: { act: 'remove', recursive: true } },
      move: { anyOption: true, operands: { act: 'remove', last: 'write', recursive: true } },
      copy: { anyOption: true, operands: { act: 'read', last: 'write', recursive: true } },
      save: { anyOption: true, operands: { act: 'write' } },
    },
    arity: 0,
  },
  {
    names: ['rmdir'],
    options: '--ignore-fail-on-non-empty -p,--parents -v,--verbose',
    recursive: '-p',
    operands: { act: 'remove' },
  },
  { names: ['unlink'], operands: { act: 'remove' } },
  {
    names: ['cp', 'gcp'],
    options:
      '-a,--archive --attributes-only --backup[=] -b --copy-contents -d -f,--force -i,--interactive -H -l,--link -L,--dereference -n,--no-clobber -P,--no-dereference -p --preserve[=] --no-preserve= --parents -R,-r,--recursive --reflink[=] --remove-destination --sparse= --strip-trailing-slashes -s,--symbolic-link -S,--suffix= -T,--no-target-directory -u,--update[=] -v,--verbose -x,--one-file-system -Z --context[=] -c -X -t,--target-directory=',
    recursive: '-r -a',
    operands: { act: 'read', last: 'write' },
    read: intoTarget,
  },
  {
    names: ['mv', 'gmv'],
    options:
      '--backup[=] -b -f,--force -i,--interactive -n,--no-clobber --strip-trailing-slashes -S,--suffix= -T,--no-target-directory -u,--update[=] -v,--verbose -Z,--context --exchange --no-copy --debug -h -t,--target-directory=',
    operands: { act: 'remove', last: 'write', recursive: true },
    read: intoTarget,
  },
  {
    names: ['ln', 'gln'],
    options:
      '--backup[=] -b -d,-F,--directory -f,--force -i,--interactive -L,--logical -n,--no-dereference -P,--physical -r,--relative -s,--symbolic -S,--suffix= -T,--no-target-directory -v,--verbose -h -t,--target-directory=',
    operands: { act: 'read', last: 'write' },
    read: intoTarget,
  },
  {
    names: ['install', 'ginstall'],
    options:
      '--backup[=] -b -c -C,--compare -d,--directory -D -g,--group= -m,--mode= -o,--owner= -p,--preserve-timestamps -s,--strip -S,--suffix= -T,--no-target-directory -v,--verbose --preserve-context -Z --context[=] -t,--target-directory=',
    runs: '--strip-program=',
    operands: { act: 'read', last: 'write' },
    read: (args, facts) =>
      args.has('-d') ? { touches: args.operands.map((path) => writes(path)) } : intoTarget(args, facts),
  },
  {
    names: ['mkdir', 'mkfifo', 'mknod'],
    options: '-m,--mode= -p,--parents -v,--verbose -Z --context[=]',
    operands: { act: 'write' },
  },
  {
    names: ['touch', 'gtouch'],
    options: '-a -c,--no-create -d,--date= -f -h,--no-dereference -m -t= --time= -A=',
    reads: '-r,--reference=',
    operands: { act: 'write' },
  },
  {
    names: ['chmod', 'chown', 'chgrp', 'chflags', 'chcon', 'chattr', 'setcap', 'gchmod', 'gchown'],
    options:
      '-c,--changes -f,--silent,--quiet -v,--verbose --dereference -h,--no-dereference --from= --no-preserve-root --preserve-root --reference= -R,--recursive -H -L -P',
    recursive: '-R',
    read: readChange,
  },
  {
    names: ['setfacl', 'setfattr'],
    options:
      '-m,--modify= -x,--remove= -b,--remove-all -k,--remove-default --set= -n,--name= -v,--value= -d,--default -R,--recursive -L -P --test',
    reads: '-M,--modify-file= -X,--remove-file= --set-file= --restore=',
    recursive: '-R',
    operands: { act: 'write' },
  },
  {
    names: ['truncate', 'gtruncate'],
    options: '-c,--no-create -o,--io-blocks -s,--size=',
    reads: '-r,--reference=',
    operands: { act: 'write' },
    read: readTruncate,
  },
  {
    names: ['shred', 'gshred', 'scrub', 'wipe', 'srm', 'sdelete', 'sdelete64', 'nwipe'],
    options: '-f,--force -n,--iterations= -s,--size= -v,--verbose -x,--exact -z,--zero -u --remove[=]',
    reads: '--random-source=',
    operands: { act: 'remove' },
    breakers: [{ kind: 'erase' }],
    arity: -1,
  },
  { names: ['dd', 'gdd', 'dcfldd', 'dc3dd'], style: WORDS, read: readDd, arity: 0 },
  { names: ['ddrescue'], anyOption: true, operands: { act: 'write' }, arity: 0 },
  {
    names: ['tee', 'gtee'],
    options: '-a,--append -i,--ignore-interrupts -p --output-error[=]',
    readonly: true,
    read: readTee,
  },
  { names: ['sponge'], options: '-a', operands: { act: 'write' } },
  {
    names: ['mktemp', 'gmktemp'],
    options: '-d,--directory -u,--dry-run -q,--quiet --suffix= -p= --tmpdir[=] -t',
    operands: { act: 'write' },
    // A name that does not exist yet, and that it does not create.
    read: (args) =>
      args.options.some(({ names, exact }) => exact && names.includes('-u')) && args.doubts.length === 0
        ? { notReadonly: undefined, touches: [] }
        : {},
  },
  { names: ['sync'], options: '-d,--data -f,--file-system' },
  {
    names: ['fallocate'],
    options:
      '-l,--length= -o,--offset= -v,--verbose -n,--keep-size -d,--dig-holes -c,--collapse-range -z,--zero-range -p,--punch-hole -x,--posix -i,--insert-range',
    operands: { act: 'write' },
    breakers: [{ kind: 'erase', options: '-c -z -p' }],
  },
  {
    names: ['patch', 'gpatch'],
    options:
      '-p,--strip= -F,--fuzz= -l,--ignore-whitespace -c,--context -n,--normal -u,--unified -N,--forward -R,--reverse -D,--ifdef= --merge[=] -E,--remove-empty-files -Z -T --quoting-style= -b,--backup --backup-if-mismatch --no-backup-if-mismatch -V,--version-control= -B,--prefix= -Y= -z,--suffix= -g,--get= -t,--batch -f,--force -s,--quiet,--silent --verbose --dry-run --posix -d,--directory= --reject-format= --binary --read-only= -x=',
    reads: '-i,--input=',
    // An ed script is handed to ed, which can start programs.
    starts: '-e,--ed',
    writes: '-o,--output= -r,--reject-file=',
    operands: { act: 'write' },
    // The patch says which files it changes.
    read: (args, facts) => {
      const folder = args.value('-d')
      return {
        touches: [...facts.touches, ...(folder === undefined ? spreadsHere(args) : [spreads(folder)])],
      }
    },
  },
  { names: ['dos2unix', 'unix2dos', 'mac2unix'], operands: { act: 'write' } },
  {
    names: ['rename', 'prename', 'perl-rename', 'file-rename', 'rename.ul', 'mmv', 'qmv', 'vidir'],
    anyOption: true,
    operands: { act: 'write', skip: 1 },
    read: (args, facts) =>
      args.operands[0] !== undefined && namesAllAlike(args.operands[0])
        ? { touches: facts.touches.map((touch) => ({ ...touch, empties: true })) }
        : {},
  },
]

/** The mode or owner comes first, and a mode can look like an option (`chmod -x f`). */
function readChange(args: ParsedArgs): FactsPatch {
  const { options, operands, program } = args
  const spelled = options.some(
    ({ effect, names }) => effect === 'unknown' && /^-[ugoarwxXst0-7=+]$/.test(names[0] ?? ''),
  )
  const skip =
    args.has('--reference') || spelled || (program === 'chattr' && !isAttribute(operands[0])) ? 0 : 1
  const recursive = args.has('-R') || args.doubts.length > 0
  // A device's permissions are not its content.
  const paths = operands.slice(skip).filter((path) => recursive || !knownPrefix(path).startsWith('/dev/'))
  return { touches: paths.map((path) => ({ act: 'write', path, recursive })) }
}

function isAttribute(field: Field | undefined): boolean {
  return field !== undefined && /^[+=]/.test(knownPrefix(field))
}

function readTruncate(args: ParsedArgs): FactsPatch {
  const size = args.value('-s')
  const like = args.value('-r')
  // `-1T`, `<1`, `/1G`: practically nothing is left.
  const zero =
    size !== undefined &&
    /^\s*(?:<?\s*0+[A-Za-z]*|<\s*\d+|-\s*\d+[A-Za-z]*|\/\s*\d+[A-Za-z]*)$/.test(literal(size) ?? '')
  const empty = literal(like) === '/dev/null'
  if (!zero && !empty) return {}
  return { breaker: { kind: 'erase', target: args.operands.map(display).join(' ') } }
}

function readDd({ operands, program }: ParsedArgs): FactsPatch {
  const touches = operands.flatMap((field): readonly Touch[] => {
    const start = knownPrefix(field)
    if (start.startsWith('of=')) return isStream(fieldFrom(field, 3)) ? [] : [writes(fieldFrom(field, 3))]
    if (start.startsWith('wipe=')) return [writes(fieldFrom(field, 5))]
    return start.startsWith('if=') ? [reads(fieldFrom(field, 3))] : []
  })
  const isFine = (field: Field): boolean =>
    DD_HARMLESS.test(knownPrefix(field)) ||
    (knownPrefix(field).startsWith('of=') && isStream(fieldFrom(field, 3)))
  const bad = operands.find((field) => field.many || !isFine(field))
  const notReadonly =
    bad === undefined ? undefined : ({ because: 'not-readonly', program, argument: display(bad) } as const)
  // The output is unknown: it may be a disk.
  const open = operands.find(isOpenTarget)
  return {
    touches,
    notReadonly,
    ...(open === undefined ? {} : { breaker: { kind: 'disk', target: display(open) } }),
  }
}

const DD_HARMLESS = /^(?:if|ibs|obs|bs|cbs|skip|seek|iseek|oseek|count|conv|iflag|oflag|status|files)=/

function isOpenTarget(field: Field): boolean {
  return knownPrefix(field) === 'of=' && fieldFrom(field, 3).pieces.every((piece) => piece.kind === 'hole')
}

const STREAMS = wordSet('/dev/null /dev/stdout /dev/stderr')

/** Nothing persistent: a stream, or a command that reads the output (`>(grep x)`) and is judged separately. */
function isStream(field: Field): boolean {
  const [only, ...rest] = field.pieces
  if (only?.kind === 'hole') return rest.length === 0 && only.source.startsWith('>(')
  return STREAMS.has(literal(field) ?? '')
}

function readTee(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const { operands, program } = args
  const files = operands.filter((field) => !isStream(field))
  const [first] = files
  if (first === undefined) return {}
  const settled = literal(first) !== undefined
  const reason = settled
    ? ({ because: 'not-readonly', program, argument: display(first) } as const)
    : ({ because: 'unknown-word', program, range: first.range } as const)
  const kept = args.has('-a')
  return {
    touches: files.map((path) => (kept ? writes(path) : { ...writes(path), empties: true })),
    notReadonly: facts.notReadonly ?? reason,
  }
}
