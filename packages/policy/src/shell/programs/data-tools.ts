import { display, literal } from '../../model/field.ts'
import { isSqlQuestion } from './sql-question.ts'
import {
  MODERN,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'

/** Commands that print a table, or process one. */
const TABLE = {
  readonly: true,
  style: MODERN,
  options:
    '-d,--delimiter= -n,--no-headers -s,--select= -l,--limit,--len= -a,--asc -i,--index,--ignore-case= -e,--end,--everything= -S,--start= -v,--invert-match -N,--numeric -R,--reverse -w,--width= -p,--pad= -c,--condense= --no-nulls -j,--jobs= --median --cardinality --nulls --mode -t,--out-delimiter= --crlf --ascii --quote= --quote-always --escape= --left --right --full --cross --no-case -r,--rearrange --just-names',
  writes: '-o,--output=',
  operands: { act: 'read' },
  arity: 2,
} satisfies CommandSpec

const SAMPLING =
  '-A -B -b -C -D -d -F[=] -H -h -I= -i= -j= -m= -n= -P= -p -q[=] -R -r -S -s= -e= -t -T= -u -V -v -W -w -y -z -l -G= -U[=] --human --pretty --dec= --iface= --dev='

/** Programs that read tables, columns and structured files and print their findings. */
export const DATA_TOOLS: Table = () => [
  {
    // csvkit. `csvclean` and `csvpy` write or run code.
    names: [
      'csvcut',
      'csvgrep',
      'csvstat',
      'csvlook',
      'csvsort',
      'csvjoin',
      'csvstack',
      'csvformat',
      'csvjson',
    ],
    readonly: true,
    anyOption: true,
    options:
      '-d,--delimiter= -q,--quotechar= -u,--quoting= -p,--escapechar= -z,--maxfieldsize= -e,--encoding= -L,--locale= -c,--columns= -C,--not-columns= -m,--match= -r,--regex= -g,--groups= -n,--names -K,--skip-lines= -k,--key= --max-rows= --max-columns= --max-column-width= --date-format= --datetime-format= --null-value= --freq-count= --lat= --lon= -i,--indent=',
    reads: '-f,--file=',
    operands: { act: 'read' },
  },
  {
    // Without a database it queries one in memory.
    names: ['csvsql'],
    readonly: true,
    options:
      '--query= -d,--delimiter= -t,--tabs -q,--quotechar= -u,--quoting= -e,--encoding= -S,--skipinitialspace -H,--no-header-row -K,--skip-lines= -i,--dialect= --tables= --no-constraints -y,--snifflimit= -I,--no-inference --blanks -v,--verbose',
    changes:
      '--db= --insert --before-insert= --after-insert= --create-if-not-exists --overwrite --unique-constraint=',
    operands: { act: 'read' },
    read: (args, facts) => {
      const query = args.value('--query')
      return query === undefined || isSqlQuestion(literal(query) ?? '')
        ? {}
        : {
            notReadonly: facts.notReadonly ?? {
              because: 'not-readonly',
              program: 'csvsql',
              argument: '--query',
            },
          }
    },
  },
  {
    names: ['in2csv'],
    readonly: true,
    options:
      '-d,--delimiter= -t,--tabs -q,--quotechar= -u,--quoting= -e,--encoding= -f,--format= -k,--key= -n,--names --sheet= -K,--skip-lines= -H,--no-header-row -y,--snifflimit= -I,--no-inference -v,--verbose -l,--linenumbers -s,--schema=',
    writes: '--write-sheets=',
    operands: { act: 'read' },
  },
  {
    names: ['xsv', 'qsv', 'xan'],
    style: MODERN,
    queries: '--version -V --help -h --list',
    subcommands: {
      ...tables('count headers select slice search sort table flatten fmt frequency cat reverse'),
      // qsv stores its results next to the file.
      stats: { ...TABLE, read: onlyXsv },
      sample: { ...TABLE, read: onlyXsv },
      join: { ...TABLE, operands: { act: 'none' } },
    },
    fallback: { style: MODERN, arity: 2 },
  },
  {
    names: ['datamash'],
    readonly: true,
    anyOption: true,
    options: '-t,--field-separator= -F,--format= -R,--round= --filler=',
  },
  {
    names: ['gron'],
    readonly: true,
    options:
      '-u,--ungron -v,--values -c,--colorize -m,--monochrome -s,--stream -k,--insecure -j,--json --no-sort',
    operands: { act: 'read' },
    read: notFromNetwork,
  },
  {
    names: ['parquet-tools', 'parquet'],
    style: MODERN,
    subcommands: Object.fromEntries(
      'schema head cat show meta rowcount size inspect dump footer'.split(' ').map((name) => [
        name,
        {
          readonly: true,
          style: MODERN,
          options:
            '-n,--records,--head= -j,--json -c,--column,--columns= -d,--detailed,--detail --awsprofile=',
          operands: { act: 'read' },
          arity: 2,
          read: notFromNetwork,
        } satisfies CommandSpec,
      ]),
    ),
    fallback: { style: MODERN, arity: 2 },
  },
  {
    // Only misspelled words; without `-l` or `-a` it edits.
    names: ['hunspell'],
    options: '-d= -i= -t -n -X -H -O -G -L -a -m -s -w -l',
    reads: '-p=',
    operands: { act: 'read' },
    read: ({ has, options }, facts) =>
      has('-l') && facts.hazards.length === 0 && options.every(({ effect }) => effect !== 'unknown')
        ? { notReadonly: undefined }
        : {},
  },
  { names: ['sar', 'pidstat', 'numastat', 'slabtop'], readonly: true, options: SAMPLING, writes: '-o=' },
  {
    names: ['promtool'],
    queries: '--version --help -h',
    style: MODERN,
    subcommands: {
      check: {
        subcommands: Object.fromEntries(
          'rules config web-config metrics'.split(' ').map((name) => [
            name,
            {
              readonly: true,
              options: '--lint= --[no-]lint-fatal --syntax-only --agent',
              operands: { act: 'read' },
            } satisfies CommandSpec,
          ]),
        ),
      },
    },
    fallback: { style: MODERN, arity: 2 },
  },
]

function tables(names: string): Readonly<Record<string, CommandSpec>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, TABLE]))
}

function onlyXsv({ program }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return program === 'xsv' ? {} : { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program } }
}

/** A file of this machine, not an address. */
function notFromNetwork({ operands, program }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const far = operands.find(
    (field) => literal(field) === undefined || /^[a-z0-9]+:\/\//i.test(display(field)),
  )
  return far === undefined
    ? {}
    : { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program, argument: display(far) } }
}
