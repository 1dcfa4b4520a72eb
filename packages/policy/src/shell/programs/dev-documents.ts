import { display, literal } from '../../model/field.ts'
import type { Hazard } from '../../model/part.ts'
import { inWorkspace, plainName, relief } from './hazard-relief.ts'
import { onlyWords } from './table-parts.ts'
import { GNU, SINGLE_DASH, type FactsPatch, type ParsedArgs, type ProgramFacts, type Table } from './spec.ts'

/** Documents, pictures and sound. */
export const DEV_DOCUMENTS: Table = () => [
  {
    names: ['pandoc'],
    style: GNU,
    outputs: '-o,--output=',
    loads:
      '-F,--filter= -L,--lua-filter= --template= -d,--defaults= --data-dir= -H,--include-in-header= --syntax-definition= --csl= -t= -f=',
    starts: '--pdf-engine= --pdf-engine-opt=',
    writes: '--extract-media= --log=',
    arity: 1,
    read: (args, facts) => ({
      ...relief(args, facts, {
        '-t,-f': (value) => /^[\w+-]+$/.test(literal(value) ?? ''),
        '--pdf-engine': plainName,
        '--csl,-H,--template,--extract-media,--log': inWorkspace,
      }),
      // To its output, between formats that it supports itself; resources of a page would be fetched.
      ...onlyWords(
        args,
        /^(?!.*(?:-f |--from=)html)(?!.*\.x?html?(?: |$))(?:(?:-[ft] |--(?:from|to)=)[a-z0-9_+-]+ |-s |--(?:wrap|columns)=\w+ )*[\w./-]+\.\w+(?: (?:-[ft] |--(?:from|to)=)[a-z0-9_+-]+)*$/,
      ),
    }),
  },
  {
    names: [
      'latex',
      'pdflatex',
      'xelatex',
      'lualatex',
      'tex',
      'pdftex',
      'latexmk',
      'tectonic',
      'typst',
      'bibtex',
      'biber',
      'asciidoctor',
      'hugo',
      'jekyll',
      'doxygen',
      'mmdc',
      'plantuml',
    ],
    style: SINGLE_DASH,
    starts: '-shell-escape -enable-write18 -e= -pdflatex= -latex= -shell-restricted',
    loads: '-r= -require= -I= -l= -plugin= -config=',
    arity: 1,
  },
  {
    names: ['dot', 'neato', 'fdp', 'sfdp', 'twopi', 'circo'],
    queries: '-V --version -?',
    style: SINGLE_DASH,
    loads: '-l=',
    arity: 1,
  },
  {
    names: [
      'convert',
      'magick',
      'mogrify',
      'identify',
      'composite',
      'montage',
      'ffmpeg',
      'sox',
      'gs',
      'pdftk',
      'qpdf',
      'inkscape',
      'gimp',
      'optipng',
      'pngquant',
      'cwebp',
      'jpegoptim',
    ],
    style: SINGLE_DASH,
    loads: '-filter_script= -config= -init_hw_device= -vf_script= -if=',
    writes: '-progress= -vstats_file= -sdp_file= -print_graphs_file=',
    arity: 0,
    read: readPictures,
  },
  {
    names: ['exiftool'],
    queries: '-ver --help',
    readonly: true,
    style: SINGLE_DASH,
    options: '-j,-json -a -s -s1 -s2 -s3 -S -n -G -G0 -G1 -g -g1 -r -T -t -u -U -f -q -X -c= -d= -lang=',
    // Its words may be code (`-if`, `-p`), and any word with `=` is written.
    loads: '-config= -if= -p= -@= -api= -userParam= -execute',
    changes: '-o= -w= -W= -overwrite_original -tagsFromFile= -stay_open= -b',
    operands: { act: 'read' },
    arity: 0,
  },
  {
    names: ['ffprobe'],
    queries: '-version --help -h -formats -codecs',
    readonly: true,
    style: SINGLE_DASH,
    options:
      '-v,-loglevel= -hide_banner -of,-print_format,-output_format= -show_format -show_streams -show_entries= -show_packets -show_frames -show_chapters -show_programs -show_error -count_frames -count_packets -select_streams= -read_intervals= -pretty -unit -sexagesimal -bitexact',
    reads: '-i=',
    changes: '-report -f= -o= -protocol_whitelist=',
    loads: '-filter_script= -init_hw_device=',
    operands: { act: 'read', max: 1 },
    arity: 0,
    read: onlyFiles,
  },
]

/** An address, or a protocol that looks like one, is more than a file. */
function onlyFiles(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const named = [
    ...args.operands,
    ...[args.value('-i')].flatMap((field) => (field === undefined ? [] : [field])),
  ]
  const strange = named.find((field) => !/^[\w./~ -]+$/.test(literal(field) ?? ''))
  return strange === undefined
    ? {}
    : {
        notReadonly: facts.notReadonly ?? {
          because: 'not-readonly',
          program: 'ffprobe',
          argument: display(strange),
        },
      }
}

/** Filters of ffmpeg that load a library named in their words. */
const LIBRARIES = /(?:^|[,;\]])\s*(?:ladspa|lv2|frei0r(?:_src)?)=/

function readPictures(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const { hazards = facts.hazards } = relief(args, facts, {
    '-progress': (value, context) =>
      /^(?:pipe:\d*|-)$/.test(literal(value) ?? '') || inWorkspace(value, context),
    '-vstats_file,-sdp_file,-print_graphs_file': inWorkspace,
  })
  const loaded = args.argv.filter((word) => LIBRARIES.test(display(word)))
  return {
    hazards: [
      ...hazards,
      ...loaded.map((word): Hazard => ({
        kind: 'loads',
        option: display(word),
        range: word.range,
        spellings: [display(word)],
      })),
    ],
  }
}
