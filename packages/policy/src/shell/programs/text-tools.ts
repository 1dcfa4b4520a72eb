import { readNameList } from './name-list.ts'
import { GNU, SINGLE_DASH, type Table } from './spec.ts'

/**
 * Programs that read whole files and print: none of their words writes, starts or sets anything except the options listed as doing so.
 * `anyOption` is used only if this is true for every version of the program.
 */
export const TEXT_TOOLS: Table = () => [
  // Whole files.
  { names: ['cat', 'rev', 'gcat'], readonly: true, anyOption: true, operands: { act: 'read' } },
  {
    names: ['tac', 'gtac'],
    readonly: true,
    anyOption: true,
    options: '-s,--separator=',
    operands: { act: 'read' },
  },
  {
    names: ['nl'],
    readonly: true,
    anyOption: true,
    options:
      '-b,--body-numbering= -d,--section-delimiter= -f,--footer-numbering= -h,--header-numbering= -i,--line-increment= -l,--join-blank-lines= -n,--number-format= -s,--number-separator= -v,--starting-line-number= -w,--number-width=',
    operands: { act: 'read' },
  },
  {
    names: ['head', 'tail', 'ghead', 'gtail'],
    readonly: true,
    anyOption: true,
    options: '-c,--bytes= -n,--lines= -s,--sleep-interval= --pid= --max-unchanged-stats= -#',
    operands: { act: 'read' },
  },
  {
    names: ['wc', 'gwc'],
    readonly: true,
    anyOption: true,
    reads: '--files0-from=',
    operands: { act: 'read' },
    read: readNameList,
  },
  {
    names: ['cut', 'gcut'],
    readonly: true,
    anyOption: true,
    options: '-b,--bytes= -c,--characters= -d,--delimiter= -f,--fields= --output-delimiter=',
    operands: { act: 'read' },
  },
  { names: ['tr', 'gtr'], readonly: true, anyOption: true },
  {
    names: ['paste'],
    readonly: true,
    anyOption: true,
    options: '-d,--delimiters=',
    operands: { act: 'read' },
  },
  {
    names: ['join'],
    readonly: true,
    anyOption: true,
    options: '-a= -e= -j= -o= -t= -v= -1= -2=',
    operands: { act: 'read' },
  },
  {
    names: ['comm', 'tsort'],
    readonly: true,
    anyOption: true,
    options: '--output-delimiter=',
    operands: { act: 'read' },
  },
  {
    names: ['fold', 'fmt', 'expand', 'unexpand'],
    readonly: true,
    anyOption: true,
    options: '-w,--width= -g,--goal= -p,--prefix= -t,--tabs= -#',
    operands: { act: 'read' },
  },
  {
    // Only lists misspelled words of its input; its other commands ask or write dictionaries.
    names: ['aspell'],
    options:
      '-l,--lang= -d,--master= --mode= --encoding= -H -t -e -n -C,-W= --ignore= --ignore-case --size= --variety=',
    reads: '-p,--personal=',
    inherited: true,
    subcommands: {
      list: { readonly: true },
      dicts: { readonly: true },
      modes: { readonly: true },
    },
  },
  {
    names: ['pr'],
    readonly: true,
    anyOption: true,
    options:
      '-D,--date-format= -h,--header= -l,--length= -N,--first-line-number= -o,--indent= -w,--width= -W,--page-width= --columns=',
    operands: { act: 'read' },
  },
  {
    names: ['column', 'col', 'colrm', 'ul', 'look'],
    readonly: true,
    anyOption: true,
    options:
      '-s,--separator= -o,--output-separator= -c,--output-width= -N,--table-columns= -O,--table-order= -H,--table-hide= -R,--table-right= -T,--table-truncate= -W,--table-wrap=',
    operands: { act: 'read' },
  },
  { names: ['numfmt', 'dircolors'], readonly: true, anyOption: true, options: '-d,--delimiter=' },
  {
    names: [
      'md5sum',
      'sha1sum',
      'sha224sum',
      'sha256sum',
      'sha384sum',
      'sha512sum',
      'b2sum',
      'b3sum',
      'cksum',
      'sum',
      'shasum',
      'md5',
      'crc32',
      'xxhsum',
    ],
    readonly: true,
    anyOption: true,
    options: '-a,--algorithm= -l,--length=',
    operands: { act: 'read' },
  },
  {
    names: ['base64', 'base32', 'basenc'],
    readonly: true,
    options:
      '-d,-D,--decode -i,--ignore-garbage -w,--wrap= -b,--break= --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85 --base58 --help --version -h',
    reads: '--input=',
    writes: '-o,--output=',
    operands: { act: 'read' },
  },
  {
    names: ['od', 'hexdump', 'hd'],
    readonly: true,
    anyOption: true,
    options:
      '-A,--address-radix= -j,--skip-bytes= -N,--read-bytes= -t,--format= -w[=] -S[=] -n,--length= -s,--skip= -e= ',
    reads: '-f=',
    operands: { act: 'read' },
  },
  {
    names: ['xxd'],
    readonly: true,
    // After the first file everything is the second, even with a dash.
    style: { ...SINGLE_DASH, permute: false },
    anyOption: true,
    options: '-c,-cols= -g,-groupsize= -l,-len= -n,-name= -o= -s,-seek= -R=',
    operands: { act: 'read', last: 'write', max: 1 },
  },
  {
    names: ['strings'],
    readonly: true,
    anyOption: true,
    options: '-n,--bytes= -t,--radix= -e,--encoding= -T,--target= -s,--output-separator= -U,--unicode= -#',
    operands: { act: 'read' },
  },
  {
    names: ['sort', 'gsort'],
    readonly: true,
    options:
      '-b,--ignore-leading-blanks -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort -i,--ignore-nonprinting -M,--month-sort -h,--human-numeric-sort -n,--numeric-sort -R,--random-sort -r,--reverse --sort= -V,--version-sort --batch-size= -c,--check[=] -C --debug -k,--key= -m,--merge -s,--stable -S,--buffer-size= -t,--field-separator= -T,--temporary-directory= --parallel= -u,--unique -z,--zero-terminated --help --version',
    reads: '--files0-from= --random-source=',
    writes: '-o,--output=',
    runs: '--compress-program=',
    operands: { act: 'read' },
    read: readNameList,
  },
  {
    names: ['uniq', 'guniq'],
    readonly: true,
    style: { ...GNU, permute: false },
    anyOption: true,
    options: '-f,--skip-fields= -s,--skip-chars= -w,--check-chars= -#',
    operands: { act: 'read', last: 'write', max: 1 },
  },
  {
    names: ['shuf', 'gshuf'],
    readonly: true,
    options: '-e,--echo -i,--input-range= -n,--head-count= -r,--repeat -z,--zero-terminated --help --version',
    reads: '--random-source=',
    writes: '-o,--output=',
    operands: { act: 'read' },
  },
  {
    names: ['iconv'],
    readonly: true,
    options: '-f,--from-code= -t,--to-code= -l,--list -c -s,--silent --verbose --help --usage --version',
    writes: '-o,--output=',
    operands: { act: 'read' },
  },
  {
    names: ['split', 'gsplit'],
    operands: { act: 'read', last: 'write' },
    options:
      '-a,--suffix-length= --additional-suffix= -b,--bytes= -C,--line-bytes= -d --numeric-suffixes[=] -x --hex-suffixes[=] -e,--elide-empty-files -l,--lines= -n,--number= -t,--separator= -u,--unbuffered --verbose -#',
    runs: '--filter=',
  },
  {
    names: ['csplit', 'gcsplit'],
    options:
      '-b,--suffix-format= -k,--keep-files --suppress-matched -n,--digits= -s,--quiet,--silent -z,--elide-empty-files',
    writes: '-f,--prefix=',
  },
]
