import { display, knownPrefix, literal, textField, type Field } from '../field.ts'
import type { Hazard, Inner, Touch } from '../part.ts'
import { writesElsewhere } from './hazard-relief.ts'
import { fieldFrom } from './options.ts'
import {
  GNU,
  MODERN,
  SINGLE_DASH,
  WORDS,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'

/** Programs that make, change, move and remove files, and that pack them. */
export const FILES_TOOLS: Table = () => [
  {
    names: ['rm', 'grm', 'srm', 'safe-rm'],
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
    names: ['shred', 'gshred', 'scrub', 'wipe'],
    options: '-f,--force -n,--iterations= -s,--size= -v,--verbose -x,--exact -z,--zero -u --remove[=]',
    reads: '--random-source=',
    operands: { act: 'remove' },
    breakers: [{ kind: 'erase' }],
    arity: -1,
  },
  { names: ['dd', 'gdd', 'dcfldd', 'dc3dd'], style: WORDS, read: readDd, arity: 0 },
  { names: ['ddrescue'], anyOption: true, operands: { act: 'read', last: 'write' }, arity: 0 },
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
  },
  { names: ['sync'], options: '-d,--data -f,--file-system' },
  {
    names: ['fallocate'],
    options: '-l,--length= -o,--offset= -v,--verbose -n,--keep-size -d,--dig-holes -c -z -p -x',
    operands: { act: 'write' },
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
  },
  { names: ['dos2unix', 'unix2dos', 'mac2unix'], operands: { act: 'write' } },

  // Archives.
  {
    names: ['tar', 'gtar', 'bsdtar'],
    options:
      '-A,--catenate,--concatenate -c,--create --delete -d,--diff,--compare -r,--append --test-label -t,--list -u,--update -x,--extract,--get --check-device -G,--incremental --hole-detection= --ignore-failed-read --level= --no-check-device --no-seek -n,--seek --occurrence[=] --sparse-version= -S,--sparse --add-file= -C,--directory= --exclude= --exclude-backups --exclude-caches --exclude-caches-all --exclude-caches-under --exclude-ignore= --exclude-ignore-recursive= --exclude-tag= --exclude-tag-all= --exclude-tag-under= --exclude-vcs --exclude-vcs-ignores --no-null --no-recursion --no-unquote --no-verbatim-files-from --null --recursion --unquote --verbatim-files-from --anchored --ignore-case --no-anchored --no-ignore-case --no-wildcards --no-wildcards-match-slash --wildcards --wildcards-match-slash --keep-directory-symlink --keep-newer-files -k,--keep-old-files --no-overwrite-dir --one-top-level[=] --overwrite --overwrite-dir --recursive-unlink --remove-files --skip-old-files -U,--unlink-first -W,--verify --ignore-command-error --no-ignore-command-error -O,--to-stdout --atime-preserve[=] --clamp-mtime --delay-directory-restore --group= --group-map= --mode= --mtime= -m,--touch --no-delay-directory-restore --no-same-owner --no-same-permissions --numeric-owner --owner= --owner-map= -p,--preserve-permissions,--same-permissions --same-owner --sort= -s,--preserve-order,--same-order --acls --no-acls --no-selinux --no-xattrs --selinux --xattrs --xattrs-exclude= --xattrs-include= --force-local -f,--file= -L,--tape-length= -M,--multi-volume -b,--blocking-factor= -B,--read-full-records -i,--ignore-zeros --record-size= -H,--format= --old-archive,--portability --pax-option= --posix -V,--label= -a,--auto-compress -j,--bzip2 -J,--xz --lzip --lzma --lzop --no-auto-compress --zstd -z,--gzip,--gunzip,--ungzip -Z,--compress,--uncompress --backup[=] --hard-dereference -h,--dereference -K,--starting-file= --newer-mtime= -N,--newer,--after-date= --one-file-system -P,--absolute-names --suffix= --strip-components= --transform,--xform= --checkpoint[=] --full-time -l,--check-links --no-quote-chars= --quote-chars= --quoting-style= -R,--block-number --show-defaults --show-omitted-dirs --show-snapshot-field-ranges --show-transformed-names,--show-stored-names --totals[=] --utc -v,--verbose --warning= -w,--interactive,--confirmation -o --restrict --usage',
    // A list of names is read for options too, unless told otherwise.
    loads: '-T,--files-from=',
    reads: '-X,--exclude-from=',
    writes: '--index-file= --volno-file= -g,--listed-incremental=',
    runs: '--to-command= -F,--info-script,--new-volume-script= -I,--use-compress-program= --rsh-command= --rmt-command=',
    starts: '--checkpoint-action=',
    readonly: true,
    rewrite: modernTar,
    read: readTar,
  },
  {
    names: ['zip'],
    style: SINGLE_DASH,
    options: '-b,--temp-path= -n,--suffixes= -t= -tt= -P,--password= -s,--split-size=',
    writes: '-O,--output-file,--out= -lf,--logfile-path=',
    runs: '-TT,--unzip-command=',
    anyOption: true,
    read: readZip,
  },
  {
    names: ['unzip'],
    options:
      '-l -t -z -v -q -Z -1 -p -c -C -L -M -a -b -n -o -j -u -f -x= -d= -P= -X -K -O= -I= -U -D -V -W -Z -B -s',
    readonly: true,
    operands: { act: 'read' },
    read: readUnzip,
  },
  { names: ['zipinfo', 'funzip'], readonly: true, anyOption: true, operands: { act: 'read' } },
  {
    names: ['zcat', 'gzcat', 'bzcat', 'xzcat', 'lzcat'],
    readonly: true,
    options:
      '-f,--force -q,--quiet -v,--verbose -k,--keep -c,--stdout -d,--decompress -h,--help -V,--version -s',
    operands: { act: 'read' },
  },
  {
    names: ['zstdcat', 'lz4cat'],
    readonly: true,
    options: '-q,--quiet -v,--verbose -f,--force',
    changes: '-o= --rm --output-dir-flat= --output-dir-mirror=',
    operands: { act: 'read' },
  },
  {
    names: [
      'gzip',
      'gunzip',
      'bzip2',
      'bunzip2',
      'xz',
      'unxz',
      'lzma',
      'unlzma',
      'compress',
      'uncompress',
      'pigz',
      'zstd',
      'unzstd',
      'brotli',
    ],
    options:
      '-c,--stdout,--to-stdout -d,--decompress,--uncompress -f,--force -h,--help -k,--keep -l,--list -n,--no-name -N,--name -q,--quiet -r,--recursive --rsyncable --synchronous -t,--test -v,--verbose -V,--version --fast --best -z,--compress -e,--extreme -T,--threads= -S,--suffix= -#',
    writes: '-o= --output-dir-flat= --output-dir-mirror=',
    changes: '--rm',
    readonly: true,
    operands: { act: 'read' },
    read: readCompressor,
  },
  {
    names: ['cpio', 'pax'],
    anyOption: true,
    options: '-o,--create',
    // Names in the archive may lead anywhere.
    writes: '-i,--extract -p,--pass-through -r -w -O= -F,--file=',
    runs: '--rsh-command=',
  },
  { names: ['ar', 'jar', 'lz4'], style: WORDS },
  {
    names: ['rename', 'prename', 'perl-rename', 'file-rename', 'rename.ul', 'mmv', 'qmv', 'vidir'],
    style: GNU,
    anyOption: true,
    operands: { act: 'write', skip: 1 },
  },
  { names: ['7z', '7za', '7zr', '7zz', 'unrar', 'rar'], style: WORDS, read: readPacker },

  // Copies to and from other machines.
  {
    names: ['rsync'],
    style: MODERN,
    options:
      '-v,--verbose --info= --debug= --stderr= -q,--quiet --no-motd -c,--checksum -a,--archive --no-= -r,--recursive -R,--relative --no-implied-dirs -b,--backup --suffix= -u,--update --inplace --append --append-verify -d,--dirs --old-dirs --mkpath -l,--links -L,--copy-links --copy-unsafe-links --safe-links --munge-links -k,--copy-dirlinks -K,--keep-dirlinks -H,--hard-links -p,--perms -E,--executability --chmod= -A,--acls -X,--xattrs -o,--owner -g,--group --devices --specials -D -t,--times -U,--atimes --open-noatime -N,--crtimes -O,--omit-dir-times -J,--omit-link-times --super --fake-super -S,--sparse --preallocate -n,--dry-run -W,--whole-file --checksum-choice= -x,--one-file-system -B,--block-size= --existing --ignore-existing --remove-source-files --del --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args --ignore-missing-args --ignore-errors --force --max-delete= --max-size= --min-size= --max-alloc= --partial --delay-updates -m,--prune-empty-dirs --numeric-ids --usermap= --groupmap= --chown= --timeout= --contimeout= -I,--ignore-times --size-only -@,--modify-window= -y,--fuzzy -z,--compress --compress-choice= --compress-level= --skip-compress= -C,--cvs-exclude -f,--filter= -F --exclude= --include= -0,--from0 --old-args -s,--secluded-args,--protect-args --copy-as= --address= --port= --sockopts= --blocking-io --outbuf= --stats -8,--8-bit-output -h,--human-readable --progress -P -i,--itemize-changes --out-format= --log-file-format= --list-only --bwlimit= --stop-after= --stop-at= --fsync --protocol= --iconv= --checksum-seed= -4,--ipv4 -6,--ipv6',
    reads:
      '--exclude-from= --include-from= --files-from= --password-file= --compare-dest= --copy-dest= --link-dest=',
    writes: '--log-file= --write-batch= --only-write-batch= -T,--temp-dir= --backup-dir= --partial-dir=',
    runs: '-e,--rsh= --rsync-path=',
    loads: '--read-batch= --early-input=',
    configures: '--config= -M,--remote-option= --daemon --dparam=',
    read: readRsync,
    arity: -1,
  },
]

/** `7z a -sdel x.7z dir`, `rar m x.rar dir`, `rar a -df …`: what was packed goes. */
function readPacker({ operands }: ParsedArgs): FactsPatch {
  const words = operands.map(display)
  const gone =
    words[0] === 'm' || words[0] === 'mf' || words.some((word) => /^-(?:sdel|df|dr|dw)$/.test(word))
  const [archive, ...files] = operands.slice(1).filter((field) => !knownPrefix(field).startsWith('-'))
  const packs = /^(?:a|u|m|mf|f|d|rn)$/.test(words[0] ?? '')
  const act: Touch['act'] = gone ? 'remove' : 'read'
  const named = files.map((path): Touch => ({ act, path, recursive: true }))
  return { touches: archive === undefined ? named : [packs ? writes(archive) : reads(archive), ...named] }
}

const reads = (path: Field): Touch => ({ act: 'read', path, recursive: false })
const writes = (path: Field): Touch => ({ act: 'write', path, recursive: false })

function base(field: Field): string | undefined {
  const text = literal(field)?.replace(/\/+$/, '')
  return text === undefined ? undefined : text.slice(text.lastIndexOf('/') + 1)
}

/** `cp a b`: b is written or, when it is a directory, b/a. `-t` names the directory. */
function intoTarget(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const named = args.value('-t')
  const target = named ?? (args.operands.length > 1 ? args.operands.at(-1) : undefined)
  if (target === undefined) return {}
  const sources = named === undefined ? args.operands.slice(0, -1) : args.operands
  const touched = facts.touches.filter((touch) => touch.act !== 'write')
  const moves = args.program.endsWith('mv')
  const recursive = moves || touched.some((touch) => touch.recursive) || args.has('-r', '-a')
  // What is moved or linked can be read in its new place, and what is linked be written there.
  const links = args.program.endsWith('ln') || args.has('-s', '-l')
  const acts: readonly Touch['act'][] = moves
    ? ['remove', 'read', 'write']
    : links
      ? ['read', 'write']
      : ['read']
  const taken = sources.flatMap((path) => acts.map((act): Touch => ({ act, path, recursive })))
  const inside = args.has('-T') ? [] : sources.flatMap((source) => insideOf(target, source))
  return { touches: [...taken, writes(target), ...inside] }
}

/** The place of a copy inside a target directory. */
function insideOf(target: Field, source: Field): readonly Touch[] {
  const name = base(source)
  if (name === undefined || name === '' || name === '.' || name === '..') return []
  const last = target.pieces.at(-1)
  const pieces = last?.kind === 'text' ? target.pieces.slice(0, -1) : target.pieces
  const text = last?.kind === 'text' ? `${last.text.replace(/\/+$/, '')}/${name}` : `/${name}`
  return [writes({ ...target, pieces: [...pieces, { kind: 'text', text }] })]
}

/** The mode or owner comes first, and a mode can look like an option (`chmod -x f`). */
function readChange(args: ParsedArgs): FactsPatch {
  const { options, operands, program } = args
  const spelled = options.some(
    ({ effect, names }) => effect === 'unknown' && /^-[ugoarwxXst0-7=+]$/.test(names[0] ?? ''),
  )
  const skip =
    args.has('--reference') || spelled || (program === 'chattr' && !isAttribute(operands[0])) ? 0 : 1
  const recursive = args.has('-R') || args.doubts.length > 0
  // The rights of a device are not its content.
  const paths = operands.slice(skip).filter((path) => recursive || !knownPrefix(path).startsWith('/dev/'))
  return { touches: paths.map((path) => ({ act: 'write', path, recursive })) }
}

function isAttribute(field: Field | undefined): boolean {
  return field !== undefined && /^[+=]/.test(knownPrefix(field))
}

function readTruncate(args: ParsedArgs): FactsPatch {
  const size = args.value('-s')
  const like = args.value('-r')
  const zero = size !== undefined && /^\s*<?\s*0+[A-Za-z]*$/.test(literal(size) ?? '')
  const empty = like !== undefined && literal(like) === '/dev/null'
  if (!zero && !empty) return {}
  return { breaker: { kind: 'erase', target: args.operands.map(display).join(' ') } }
}

const DD_HARMLESS = /^(?:if|ibs|obs|bs|cbs|skip|seek|iseek|oseek|count|conv|iflag|oflag|status|files)=/

function readDd({ operands, program }: ParsedArgs): FactsPatch {
  const touches = operands.flatMap((field): readonly Touch[] => {
    const start = knownPrefix(field)
    if (start.startsWith('of=')) return isStream(fieldFrom(field, 3)) ? [] : [writes(fieldFrom(field, 3))]
    return start.startsWith('if=') ? [reads(fieldFrom(field, 3))] : []
  })
  const isFine = (field: Field): boolean =>
    DD_HARMLESS.test(knownPrefix(field)) ||
    (knownPrefix(field).startsWith('of=') && isStream(fieldFrom(field, 3)))
  const bad = operands.find((field) => field.many || !isFine(field))
  const notReadonly =
    bad === undefined ? undefined : ({ because: 'not-readonly', program, argument: display(bad) } as const)
  // Where it writes is not known: it may be a disk.
  const open = operands.find(isOpenTarget)
  return {
    touches,
    notReadonly,
    ...(open === undefined ? {} : { breaker: { kind: 'disk', target: display(open) } }),
  }
}

function isOpenTarget(field: Field): boolean {
  return knownPrefix(field) === 'of=' && fieldFrom(field, 3).pieces.every((piece) => piece.kind === 'hole')
}

const STREAMS: ReadonlySet<string> = new Set(['/dev/null', '/dev/stdout', '/dev/stderr'])

function isStream(field: Field): boolean {
  return STREAMS.has(literal(field) ?? '')
}

function readTee({ operands, program }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const files = operands.filter((field) => !isStream(field))
  const [first] = files
  if (first === undefined) return {}
  const settled = literal(first) !== undefined
  const reason = settled
    ? ({ because: 'not-readonly', program, argument: display(first) } as const)
    : ({ because: 'unknown-word', program, range: first.range } as const)
  return { touches: files.map(writes), notReadonly: facts.notReadonly ?? reason }
}

/** `tar tf x`: letters without a dash take their values from the next words, in order. */
function modernTar(words: readonly Field[]): readonly Field[] {
  const [first, ...rest] = words
  const letters = first === undefined ? undefined : literal(first)
  if (first === undefined || letters === undefined || letters === '' || letters.startsWith('-')) return words
  const made: Field[] = []
  for (const letter of letters) {
    made.push(textField(`-${letter}`, first.range))
    if (TAR_VALUES.includes(letter)) {
      const value = rest.shift()
      if (value !== undefined) made.push(value)
    }
  }
  return [...made, ...rest]
}

const NOWHERE = { start: 0, end: 0 }
const TAR_VALUES = 'fCTXIFgbHKLNV'

function readTar(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const archive = args.value('-f')
  const lists = args.has('-t', '--test-label') || (args.has('-x') && args.has('-O'))
  const makes = args.has('-c', '-r', '-u', '-A', '--delete')
  const local = archive === undefined || isLocalArchive(archive, args)
  const gone = args.has('--remove-files')
  const touches: Touch[] = [...facts.touches]
  if (archive !== undefined) touches.push(makes ? writes(archive) : reads(archive))
  const directory = args.value('-C')
  // Folders that are in the way go with all in them.
  if (args.has('-x') && args.has('--recursive-unlink'))
    touches.push({
      act: 'remove',
      path: directory ?? textField('.', args.argv[0]?.range ?? NOWHERE),
      recursive: true,
    })
  if (args.has('-x') && !args.has('-O') && directory !== undefined) touches.push(writes(directory))
  if (makes)
    touches.push(
      ...args.operands.map((path): Touch => ({ act: gone ? 'remove' : 'read', path, recursive: true })),
    )
  const pure = lists && !makes && local && !gone && !args.has('-L', '-M', '-w', '--one-top-level')
  const notReadonly =
    facts.notReadonly ?? (pure ? undefined : ({ because: 'not-readonly', program: args.program } as const))
  return {
    touches,
    notReadonly,
    inner: [...facts.inner, ...checkpoints(args)],
    hazards: [...facts.hazards, ...(args.has('-x') && !args.has('-O') ? unpacked(args) : [])],
  }
}

/** An archive that says itself where its files go, or one that is unpacked elsewhere. */
function unpacked(args: ParsedArgs): readonly Hazard[] {
  const absolute = args.options.filter(({ names }) => names.includes('-P'))
  return [
    ...absolute.map(({ written, field, names }): Hazard => ({
      kind: 'writes',
      option: written,
      range: field.range,
      spellings: names,
    })),
    ...writesElsewhere([args.value('-C'), args.value('--one-top-level')], args),
  ]
}

/** `--checkpoint-action=exec=CMD` starts CMD. */
function checkpoints({ options }: ParsedArgs): readonly Inner[] {
  return options.flatMap(({ names, value }): readonly Inner[] =>
    names.includes('--checkpoint-action') && value !== undefined && knownPrefix(value).startsWith('exec=')
      ? [{ kind: 'script', text: fieldFrom(value, 'exec='.length) }]
      : [],
  )
}

/** `host:file` makes tar start a remote shell. */
function isLocalArchive(archive: Field, args: ParsedArgs): boolean {
  const name = literal(archive)
  return name !== undefined && (args.has('--force-local') || !/^[^/]*:/.test(name))
}

/** Lists, tests and prints; everything else puts files somewhere. */
function readUnzip(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const target = args.value('-d')
  const touches = target === undefined ? facts.touches : [...facts.touches, writes(target)]
  const prints = args.has('-l', '-t', '-z', '-v', '-Z', '-p', '-c')
  if (prints && !args.has('-d', '-o', '-f', '-u') && args.doubts.length === 0) return {}
  return {
    touches,
    hazards: [...facts.hazards, ...writesElsewhere([target], args)],
    notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: args.program },
  }
}

/** `-TT` may be part of a cluster, its value joined. */
function readZip(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const test = args.options.find(
    (option) =>
      option.effect === 'unknown' &&
      (/^-[A-Za-z]*TT/.test(option.written) || option.written.startsWith('--un')),
  )
  const hazard: readonly Hazard[] =
    test === undefined
      ? []
      : [
          {
            kind: 'starts',
            option: test.written,
            range: test.field.range,
            spellings: ['-TT', '--unzip-command'],
          },
        ]
  const moves = args.options.some(({ written }) => /^-(?:-move$|\w*m\w*$)/.test(written))
  const touches = args.operands.map((path, index): Touch => {
    if (index === 0) return writes(path)
    return { act: moves ? 'remove' : 'read', path, recursive: moves || args.has('-r') }
  })
  return { hazards: [...facts.hazards, ...hazard], touches: [...facts.touches, ...touches] }
}

function readCompressor(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const toStream = args.has('-c', '-l', '-t') || args.operands.length === 0
  if (toStream) return {}
  return {
    notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: args.program },
    touches: [
      ...facts.touches,
      ...args.operands.map(writes),
      ...(args.has('-r') ? args.operands.map(below) : []),
    ],
  }
}

/** Each file in the folder is written anew. */
function below(path: Field): Touch {
  const found: Field['pieces'] = [
    { kind: 'text', text: '/' },
    { kind: 'hole', source: '{}' },
  ]
  return { act: 'write', path: { ...path, pieces: [...path.pieces, ...found] }, recursive: false }
}

function readRsync(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const target = args.operands.length > 1 ? args.operands.at(-1) : undefined
  if (target === undefined) return {}
  const sources = args.operands.slice(0, -1)
  const deletes =
    args.doubts.length > 0 || args.options.some(({ names }) => names.some((name) => name.startsWith('--del')))
  const act: Touch['act'] = args.has('--remove-source-files') ? 'remove' : 'read'
  const touches = sources
    .filter((path) => !isRemote(path))
    .map((path): Touch => ({ act, path, recursive: true }))
  if (isRemote(target)) return { touches: [...facts.touches, ...touches], traits: ['send-files'] }
  if (isDryRun(args, facts)) return { touches: [...facts.touches, ...touches], notReadonly: undefined }
  const removed: readonly Touch[] = deletes ? [{ act: 'remove', path: target, recursive: true }] : []
  return { touches: [...facts.touches, ...touches, writes(target), ...removed] }
}

/** Between folders of this machine, with `-n`: it only tells what it would do. */
function isDryRun({ options, operands, doubts }: ParsedArgs, { hazards }: ProgramFacts): boolean {
  const told = options.some(
    ({ names, exact }) => exact && (names.includes('-n') || names.includes('--list-only')),
  )
  const known = options.every(
    ({ effect, written }) => (effect === 'plain' || effect === 'reads') && !written.startsWith('--no-'),
  )
  return told && known && hazards.length === 0 && doubts.length === 0 && !operands.some(isRemote)
}

/** `host:path`, `host::module`, `rsync://…`. */
function isRemote(field: Field): boolean {
  return (
    /^[^/]*:/.test(knownPrefix(field)) || (literal(field) === undefined && /^[^/]*:/.test(display(field)))
  )
}
