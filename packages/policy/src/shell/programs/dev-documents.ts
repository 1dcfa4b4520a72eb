import { literal } from '../field.ts'
import { inWorkspace, plainName, relief } from './hazard-relief.ts'
import { onlyWords } from './table-parts.ts'
import { GNU, SINGLE_DASH, type Table } from './spec.ts'

/** Documents, pictures and sound. */
export const DEV_DOCUMENTS: Table = () => [
  // Documents and pictures.
  {
    names: ['pandoc'],
    style: GNU,
    outputs: '-o,--output=',
    loads:
      '-F,--filter= -L,--lua-filter= --template= -d,--defaults= --data-dir= -H,--include-in-header= --syntax-definition= --csl= -t= -f=',
    starts: '--pdf-engine= --pdf-engine-opt=',
    arity: 1,
    read: (args, facts) => ({
      ...relief(args, facts, {
        '-t,-f': (value) => /^[\w+-]+$/.test(literal(value) ?? ''),
        '--pdf-engine': plainName,
        '--csl,-H,--template': inWorkspace,
      }),
      // To its output, between formats that it knows itself; what a page refers to would be fetched.
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
      'dot',
      'mmdc',
      'plantuml',
    ],
    style: SINGLE_DASH,
    starts: '-shell-escape -enable-write18 -e= -pdflatex= -latex= -shell-restricted',
    loads: '-r= -require= -I= -l= -plugin= -config=',
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
      'ffprobe',
      'sox',
      'exiftool',
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
    arity: 0,
  },
]
