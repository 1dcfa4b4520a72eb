import type { ProgramSpec } from './spec.ts'

/** Programs that read text and print text. */
export const TEXT_TOOLS: readonly ProgramSpec[] = [
  {
    names: ['sort'],
    readonly: true,
    options:
      '-b,--ignore-leading-blanks -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort -i,--ignore-nonprinting -M,--month-sort -h,--human-numeric-sort -n,--numeric-sort -R,--random-sort -r,--reverse --sort= -V,--version-sort --batch-size= -c,--check[=] -C --debug -k,--key= -m,--merge -s,--stable -S,--buffer-size= -t,--field-separator= --parallel= -u,--unique -z,--zero-terminated --help --version',
    reads: '--files0-from= --random-source=',
    writes: '-o,--output=',
    starts: '--compress-program=',
    changes: '-T,--temporary-directory=',
    operands: { act: 'read' },
  },
]
