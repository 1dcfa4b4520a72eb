import { knownPrefix, literal, textField, type Field } from '../../model/field.ts'
import type { Hazard, Inner, Touch } from '../../model/part.ts'
import { writesElsewhere } from './hazard-relief.ts'
import { fieldFrom } from './options.ts'
import type { FactsPatch, ParsedArgs, ProgramFacts, Table } from './spec.ts'
import { reads, spreads, spreadsHere, writes } from './touches.ts'

/** Tar: packing and unpacking. */
export const TAR: Table = () => [
  {
    names: ['tar', 'gtar', 'bsdtar'],
    options:
      '-A,--catenate,--concatenate -c,--create --delete -d,--diff,--compare -r,--append --test-label -t,--list -u,--update -x,--extract,--get --check-device -G,--incremental --hole-detection= --ignore-failed-read --level= --no-check-device --no-seek -n,--seek --occurrence[=] --sparse-version= -S,--sparse --add-file= -C,--directory= --exclude= --exclude-backups --exclude-caches --exclude-caches-all --exclude-caches-under --exclude-ignore= --exclude-ignore-recursive= --exclude-tag= --exclude-tag-all= --exclude-tag-under= --exclude-vcs --exclude-vcs-ignores --no-null --no-recursion --no-unquote --no-verbatim-files-from --null --recursion --unquote --verbatim-files-from --anchored --ignore-case --no-anchored --no-ignore-case --no-wildcards --no-wildcards-match-slash --wildcards --wildcards-match-slash --keep-directory-symlink --keep-newer-files -k,--keep-old-files --no-overwrite-dir --one-top-level[=] --overwrite --overwrite-dir --recursive-unlink --remove-files --skip-old-files -U,--unlink-first -W,--verify --ignore-command-error --no-ignore-command-error -O,--to-stdout --atime-preserve[=] --clamp-mtime --delay-directory-restore --group= --group-map= --mode= --mtime= -m,--touch --no-delay-directory-restore --no-same-owner --no-same-permissions --numeric-owner --owner= --owner-map= -p,--preserve-permissions,--same-permissions --same-owner --sort= -s,--preserve-order,--same-order --acls --no-acls --no-selinux --no-xattrs --selinux --xattrs --xattrs-exclude= --xattrs-include= --force-local -f,--file= -L,--tape-length= -M,--multi-volume -b,--blocking-factor= -B,--read-full-records -i,--ignore-zeros --record-size= -H,--format= --old-archive,--portability --pax-option= --posix -V,--label= -a,--auto-compress -j,--bzip2 -J,--xz --lzip --lzma --lzop --no-auto-compress --zstd -z,--gzip,--gunzip,--ungzip -Z,--compress,--uncompress --backup[=] --hard-dereference -h,--dereference -K,--starting-file= --newer-mtime= -N,--newer,--after-date= --one-file-system -P,--absolute-names --suffix= --strip-components= --transform,--xform= --checkpoint[=] --full-time -l,--check-links --no-quote-chars= --quote-chars= --quoting-style= -R,--block-number --show-defaults --show-omitted-dirs --show-snapshot-field-ranges --show-transformed-names,--show-stored-names --totals[=] --utc -v,--verbose --warning= -w,--interactive,--confirmation -o --restrict --usage',
    // Options are also read from a list of names, unless disabled.
    loads: '-T,--files-from=',
    reads: '-X,--exclude-from=',
    writes: '--index-file= --volno-file= -g,--listed-incremental=',
    runs: '--to-command= -F,--info-script,--new-volume-script= -I,--use-compress-program= --rsh-command= --rmt-command=',
    starts: '--checkpoint-action=',
    readonly: true,
    rewrite: modernTar,
    read: readTar,
  },
]

/** `tar tf x`: letters without a dash take their values from the next words, in order. */
function modernTar(words: readonly Field[]): readonly Field[] {
  const [first, ...rest] = words
  const letters = literal(first)
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
  const removes = args.has('--remove-files')
  const touches: Touch[] = [...facts.touches]
  if (archive !== undefined) touches.push(makes ? writes(archive) : reads(archive))
  const directory = args.value('-C')
  // Folders in the way are removed recursively.
  if (args.has('-x') && args.has('--recursive-unlink'))
    touches.push({
      act: 'remove',
      path: directory ?? textField('.', args.argv[0]?.range ?? NOWHERE),
      recursive: true,
    })
  if (args.has('-x') && !args.has('-O')) touches.push(...unpackedInto(args))
  if (makes)
    touches.push(
      ...packedFrom(args).map((path): Touch => ({ act: removes ? 'remove' : 'read', path, recursive: true })),
    )
  const pure = lists && !makes && local && !removes && !args.has('-L', '-M', '-w', '--one-top-level')
  const notReadonly =
    facts.notReadonly ?? (pure ? undefined : ({ because: 'not-readonly', program: args.program } as const))
  return {
    touches,
    notReadonly,
    inner: [...facts.inner, ...checkpoints(args)],
    hazards: [
      ...facts.hazards,
      ...(args.has('-x') && !args.has('-O') ? unpacked(args) : []),
      ...(local || archive === undefined ? [] : remoteArchive(archive)),
    ],
  }
}

/** `tar cf host:x` starts a remote shell. */
function remoteArchive(archive: Field): readonly Hazard[] {
  const option = literal(archive)
  return option === undefined ? [] : [{ kind: 'starts', option, range: archive.range, spellings: [option] }]
}

/** Files are unpacked into the working directory or that of `-C`; with `-P` the archive itself decides. */
function unpackedInto(args: ParsedArgs): readonly Touch[] {
  const named = valuesOf(args, '-C')
  const [program] = args.argv
  const anywhere = args.has('-P') && program !== undefined ? [spreads(textField('/', program.range))] : []
  return [...(named.length === 0 ? spreadsHere(args) : named.map(spreads)), ...anywhere]
}

/** The packed files, below the directory of `-C` if there is one. */
function packedFrom(args: ParsedArgs): readonly Field[] {
  const named = valuesOf(args, '-C')
  return named.length === 0
    ? args.operands
    : args.operands.flatMap((path) =>
        knownPrefix(path).startsWith('/') ? [path] : [path, ...named.map((folder) => joined(folder, path))],
      )
}

function joined(folder: Field, path: Field): Field {
  return { ...path, pieces: [...folder.pieces, { kind: 'text', text: '/' }, ...path.pieces] }
}

function valuesOf({ options }: ParsedArgs, option: string): readonly Field[] {
  return options.flatMap(({ names, value }) => (names.includes(option) && value !== undefined ? [value] : []))
}

/** An archive that decides itself where its files go, or one that is unpacked elsewhere. */
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
  // Text after a slash cannot be a host.
  if (name === undefined) return /^[^:/]*\//.test(knownPrefix(archive))
  return args.has('--force-local') || !/^[^/]*:/.test(name)
}
