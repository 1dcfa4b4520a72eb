import { display, knownPrefix, type Field } from '../../model/field.ts'
import type { Hazard, Touch } from '../../model/part.ts'
import { writesElsewhere } from './hazard-relief.ts'
import { fieldFrom } from './options.ts'
import {
  SINGLE_DASH,
  WORDS,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'
import { onlyWords } from './table-parts.ts'
import { reads, spreads, spreadsHere, writes } from './touches.ts'

/** Packing, unpacking and compressing, except tar. */
export const ARCHIVES: Table = () => [
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
    writes: '-i,--extract -p,--pass-through -r -w -O= -F,--file= -D,--directory=',
    runs: '--rsh-command=',
    read: readCopier,
  },
  { names: ['ar', 'jar'], style: WORDS, read: readLibrary },
  { names: ['lz4'], style: WORDS },
  // Modules of Python: `python3 -m zipfile -e a.zip DIR`.
  {
    names: ['zipfile', 'tarfile'],
    options: '-l,--list -t,--test -c,--create -v,--verbose -e,--extract --metadata-encoding= --filter=',
    read: (args, facts) => {
      const target = args.has('-e') && args.operands.length > 1 ? args.operands.at(-1) : undefined
      return target === undefined ? {} : { touches: [...facts.touches, spreads(target)] }
    },
  },
  { names: ['unar', 'lsar', 'ditto'], options: '-o,-output-directory=', anyOption: true, read: readUnpacker },
  { names: ['7z', '7za', '7zr', '7zz', 'unrar', 'rar'], style: WORDS, read: readPacker },
]

/** `7z a -sdel x.7z dir`, `rar m x.rar dir`, `rar a -df …`: the packed files are removed. */
function readPacker(args: ParsedArgs): FactsPatch {
  const { operands } = args
  const words = operands.map(display)
  const removes =
    words[0] === 'm' || words[0] === 'mf' || words.some((word) => /^-(?:sdel|df|dr|dw)$/.test(word))
  const [archive, ...files] = operands.slice(1).filter((field) => !knownPrefix(field).startsWith('-'))
  const packs = /^(?:a|u|m|mf|f|d|rn)$/.test(words[0] ?? '')
  const act: Touch['act'] = removes ? 'remove' : 'read'
  const named = files.map((path): Touch => ({ act, path, recursive: true }))
  const found = archive === undefined ? named : [packs ? writes(archive) : reads(archive), ...named]
  const lists = onlyWords(args, /^(?:l|t|lb|lt|v|vb) (?:-(?:slt|ba|bd|y|r) )*[\w./@+-]+$/)
  if ('notReadonly' in lists) return { ...lists, touches: found }
  return { touches: /^[xe]$/.test(words[0] ?? '') ? [...found, ...packerTarget(args, files)] : found }
}

/** `7z x a.7z -oDIR`, `unrar x a.rar DIR/`. */
function packerTarget(args: ParsedArgs, files: readonly Field[]): readonly Touch[] {
  const given = args.operands.flatMap((field) =>
    /^-o./.test(display(field)) ? [fieldFrom(field, '-o'.length)] : [],
  )
  const folders = args.program.endsWith('rar') ? files : []
  return given.length + folders.length === 0 ? spreadsHere(args) : [...given, ...folders].map(spreads)
}

/** `cpio -i`, `cpio -p DIR`, `pax -r`, `pax -rw a DIR`. */
function readCopier(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const folder = args.value('-D')
  const passes = args.program === 'cpio' ? args.has('-p') : args.has('-r') && args.has('-w')
  const target = passes ? args.operands.at(-1) : undefined
  const named = [folder, target].flatMap((field) => (field === undefined ? [] : [spreads(field)]))
  const unpacks = passes || args.has('-i') || args.has('-r')
  if (!unpacks) return {}
  return { touches: [...facts.touches, ...(named.length === 0 ? spreadsHere(args) : named)] }
}

/** `ar x lib.a`, `jar xf a.jar`. */
function readLibrary(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first] = args.operands
  const listed = onlyWords(args, /^(?:-?tv?f|-?ftv?|--list --file|t) [\w./@+-]+$/)
  if ('notReadonly' in listed)
    return { ...listed, touches: [...facts.touches, ...args.operands.slice(1).map(reads)] }
  const unpacks = first !== undefined && /^-?[a-z]*x|^--extract$/.test(display(first))
  return unpacks ? { touches: [...facts.touches, ...spreadsHere(args)] } : {}
}

/** `unar -o DIR a.zip`, `ditto -xk a.zip DIR`. */
function readUnpacker(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const target = args.program === 'ditto' ? args.operands.at(-1) : args.value('-o')
  if (args.program === 'lsar') return {}
  return { touches: [...facts.touches, ...(target === undefined ? spreadsHere(args) : [spreads(target)])] }
}

/** Lists, tests and prints; everything else creates files. */
function readUnzip(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const target = args.value('-d')
  const touches = [...facts.touches, ...(target === undefined ? spreadsHere(args) : [spreads(target)])]
  const prints = args.has('-l', '-t', '-z', '-v', '-Z', '-p', '-c')
  if (prints && !args.has('-d', '-o', '-f', '-u') && args.doubts.length === 0) return {}
  return {
    touches,
    hazards: [...facts.hazards, ...writesElsewhere([target], args)],
    notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: args.program },
  }
}

/** `-TT` may be part of a cluster, with its value attached. */
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
      ...args.operands.flatMap(unpackedName),
      ...(args.has('-r') ? args.operands.map(below) : []),
    ],
  }
}

/** `xz -d a.xz` writes `a`. */
function unpackedName(path: Field): readonly Touch[] {
  const last = path.pieces.at(-1)
  if (last?.kind !== 'text' || !PACKED.test(last.text)) return []
  const text = last.text.replace(PACKED, '')
  return [writes({ ...path, pieces: [...path.pieces.slice(0, -1), { ...last, text }] })]
}

const PACKED = /\.(?:gz|bz2|xz|lzma|zst|br|Z|z)$/

/** Each file in the folder is rewritten. */
function below(path: Field): Touch {
  const found: Field['pieces'] = [
    { kind: 'text', text: '/' },
    { kind: 'hole', source: '{}' },
  ]
  return { act: 'write', path: { ...path, pieces: [...path.pieces, ...found] }, recursive: false }
}
