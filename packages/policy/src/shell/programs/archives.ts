import { display, knownPrefix, literal, textField, type Field } from '../field.ts'
import type { Hazard, Inner, Touch } from '../part.ts'
import { writesElsewhere } from './hazard-relief.ts'
import { fieldFrom } from './options.ts'
import {
  GNU,
  SINGLE_DASH,
  WORDS,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'
import { reads, writes } from './touches.ts'

/** Packing, unpacking and compressing. */
export const ARCHIVES: Table = () => [
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
