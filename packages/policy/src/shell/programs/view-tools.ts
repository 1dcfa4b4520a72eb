import { display, knownPrefix, literal } from '../../model/field.ts'
import { fieldFrom } from './options.ts'
import { refuseWhere } from './refusals.ts'
import {
  MODERN,
  POSIX,
  SINGLE_DASH,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'

/** Pagers, inspectors of binary files, and calculators. */
export const VIEW_TOOLS: Table = () => [
  // Pagers: only their output matters; their own commands are hazards.
  {
    names: ['less', 'zless'],
    readonly: true,
    options:
      '-a -A -b= -B -c -C -d -e -E -f -F -g -G -h= -i -I -j= -J -K -L -m -M -n -N -p= -P= -q -Q -r -R -s -S -u -U -V -w -W -x= -X -y= -z= -~ -# --LINE-NUMBERS --line-numbers --RAW-CONTROL-CHARS --raw-control-chars --chop-long-lines --quit-if-one-screen --no-init --ignore-case --IGNORE-CASE --pattern= --squeeze-blank-lines --help --version --quit-at-eof --QUIT-AT-EOF --no-lessopen',
    // A tag may be looked up by a program.
    starts: '-t,--tag= -T,--tag-file= --cmd=',
    writes: '-o,-O,--log-file,--LOG-FILE=',
    loads: '-k,--lesskey-file,--lesskey-src,--lesskey-content=',
    operands: { act: 'read' },
    read: readLess,
  },
  {
    names: ['more', 'zmore', 'pg', 'most'],
    readonly: true,
    options:
      '-d,--silent -f,--logical -l,--no-pause -c,--print-over -p,--clean-print -e,--exit-on-eof -s,--squeeze -u,--plain -n,--lines= -h,--help -V,--version -#',
    operands: { act: 'read' },
    read: readLess,
  },
  {
    names: ['bat', 'batcat'],
    readonly: true,
    style: MODERN,
    options:
      '-A,--show-all --nonprintable-notation= --binary= -p,--plain -l,--language= -H,--highlight-line= --file-name= -d,--diff --diff-context= --tabs= --wrap= -S,--chop-long-lines --terminal-width= -n,--number --color= --italic-text= --decorations= -f,--force-colorization --paging= -m,--map-syntax= --ignored-suffix= --theme= --theme-light= --theme-dark= --list-themes -s,--squeeze-blank --squeeze-limit= --strip-ansi= --style= -r,--line-range= -L,--list-languages -u,--unbuffered --no-config --no-custom-assets --config-file --config-dir --cache-dir --diagnostic --acknowledgements -P,--no-paging --no-pager -h,--help -V,--version --completion= --quiet-empty',
    runs: '--pager=',
    starts: '--lessopen',
    writes: '--generate-config-file',
    operands: { act: 'read' },
    read: ({ operands, program }, facts) => {
      const cache = literal(operands[0]) === 'cache'
      return cache && facts.notReadonly === undefined
        ? { notReadonly: { because: 'not-readonly', program, argument: 'cache' } }
        : {}
    },
  },
  {
    names: ['man'],
    readonly: true,
    options:
      '-f,--whatis -k,--apropos -K,--global-apropos -w,--where,--path,--location -W,--where-cat,--location-cat -R,--recode= -L,--locale= -S,-s,--sections= -e,--extension= -i,--ignore-case -I,--match-case --regex --wildcard --names-only -a,--all --no-subpages -7,--ascii -E,--encoding= --no-hyphenation,--nh --no-justification,--nj --help --usage -V,--version',
    runs: '-P,--pager= -H,--html[=]',
    starts: '-X,--gxditview[=] -p,--preprocessor= -T,--troff-device[=] -t,--troff -Z,--ditroff',
    configures: '-C,--config-file= -M,--manpath= -m,--systems=',
    changes: '-u,--update -c,--catman -D,--default -d,--debug -r,--prompt= -l,--local-file',
    read: (args, facts) => refuseWhere(args, facts, (text) => text.includes('/')),
  },
  // Programs and their parts.
  {
    names: ['file'],
    readonly: true,
    options:
      '--help -v,--version -b,--brief -c,--checking-printout -e,--exclude= --exclude-quiet= -F,--separator= -i,--mime --apple --extension --mime-type --mime-encoding -k,--keep-going -l,--list -L,--dereference -h,--no-dereference -n,--no-buffer -N,--no-pad -0,--print0 -p,--preserve-date -P,--parameter= -r,--raw -s,--special-files -I -E -d,--debug',
    reads: '-f,--files-from= -m,--magic-file=',
    writes: '-C,--compile',
    starts: '-z,--uncompress -Z,--uncompress-noreport',
    changes: '-S,--no-sandbox',
    operands: { act: 'none' },
  },
  {
    names: ['nm', 'size', 'readelf', 'otool', 'objdump', ...crossed('nm', 'size', 'readelf', 'objdump')],
    readonly: true,
    anyOption: true,
    loads: '--plugin=',
    read: refuseResponseFile,
    operands: { act: 'read' },
  },
  { names: ['ldd'], operands: { act: 'read' } },
  {
    names: ['jdeps'],
    readonly: true,
    style: SINGLE_DASH,
    options:
      '-s,-summary,--summary -v,-verbose -verbose:class -verbose:package -cp,-classpath,--class-path= --module-path= -p,--package= -e,--regex= -R,--recursive --no-recursive -jdkinternals,--jdk-internals --print-module-deps --list-deps --list-reduced-deps --ignore-missing-deps --missing-deps --multi-release= -q -version,--version -apionly,--api-only -filter= -f= --module= -m=',
    writes: '-dotoutput,--dot-output= --generate-module-info= --generate-open-module=',
    operands: { act: 'read' },
  },
  {
    names: ['plutil'],
    readonly: true,
    style: SINGLE_DASH,
    options: '-p -lint -s -help',
    changes: '-convert= -extract= -insert= -replace= -remove= -create= -o= -e= -r -type=',
    operands: { act: 'read' },
  },
  // Arithmetic and terminals.
  {
    names: ['bc'],
    readonly: true,
    options:
      '-h,--help -i,--interactive -l,--mathlib -q,--quiet -s,--standard -w,--warn -v,--version -e,--expression= -S,--scale=',
    reads: '-f,--file=',
    operands: { act: 'read' },
  },
  { names: ['dc'], starts: '-e,--expression=', loads: '-f,--file=' },
  {
    names: ['info'],
    readonly: true,
    options: '-a,--all -k,--apropos= -n,--node= -w,--where,--location --subnodes -h --usage --version',
    reads: '-f,--file= -d,--directory=',
    writes: '-o,--output= --dribble=',
    loads: '--restore= --init-file=',
  },
  {
    names: ['diffstat'],
    readonly: true,
    style: POSIX,
    options: '-b -c -C -d -E -f= -h -k -K -l -m -n= -N= -p= -q -r= -R -s -S= -t -T -u -v -V -w= -e=',
    writes: '-o=',
    operands: { act: 'read' },
  },
  {
    names: ['delta'],
    readonly: true,
    style: MODERN,
    options:
      '-n,--line-numbers -s,--side-by-side --paging= -w,--width= --dark --light --color-only --syntax-theme= --diff-highlight --diff-so-fancy --no-gitconfig --navigate --keep-plus-minus-markers --list-languages --list-syntax-themes --show-config',
    starts: '--pager=',
    configures: '--config= --features=',
    operands: { act: 'read' },
  },
  { names: ['tput'], readonly: true, style: POSIX, options: '-T= -V', changes: '-S -x', read: readTput },
  { names: ['clear'], readonly: true, anyOption: true },
  // Documents.
  {
    names: ['pdftotext'],
    options:
      '-f= -l= -r= -x= -y= -W= -H= -layout -raw -nopgbrk -htmlmeta -bbox -enc= -eol= -q -v -h -upw= -opw= -nodiag -tsv',
    style: SINGLE_DASH,
    readonly: true,
    operands: { act: 'read', last: 'write' },
    read: ({ operands, program }, facts) => {
      const out = operands[1]
      if (operands.length === 2 && literal(out) === '-') {
        return { touches: facts.touches.filter((touch) => touch.act === 'read') }
      }
      return { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program } }
    },
  },
  {
    names: ['pdfinfo', 'pdffonts'],
    readonly: true,
    anyOption: true,
    style: SINGLE_DASH,
    operands: { act: 'read' },
  },
  {
    // Without `-list` it writes the images that it finds.
    names: ['pdfimages'],
    options: '-list -f= -l= -upw= -opw= -q -v -h',
    changes: '-png -tiff -j -jp2 -jbig2 -ccitt -all -p',
    style: SINGLE_DASH,
    readonly: true,
    operands: { act: 'read', max: 1 },
    read: ({ has, program }, facts) =>
      has('-list') ? {} : { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program } },
  },
  {
    names: ['texcount'],
    options:
      '-inc -merge -noinc -sum[=] -nosum -total -brief -0 -1 -q -v -v0 -v1 -v2 -v3 -v4 -sub[=] -nosub -char -ch -utf8 -unicode -bib -nobib -incbib -col -nocol -dir= -h -help -version',
    writes: '-out= -htmlfile=',
    loads: '-opt= -optionfile=',
    style: SINGLE_DASH,
    readonly: true,
    operands: { act: 'read' },
  },
  {
    names: ['detex', 'delatex'],
    options: '-1 -c -C -e= -l -n -r -s -t -v -w',
    style: POSIX,
    readonly: true,
    operands: { act: 'read' },
  },
  {
    // With these it creates a missing file.
    names: ['kpsewhich'],
    options:
      '-all -var-value= -var-brace-value= -expand-var= -expand-braces= -expand-path= -format= -progname= -engine= -dpi= -path= -show-path= -subdir= -no-mktex= -version -help',
    changes: '-mktex= -must-exist -interactive',
    style: SINGLE_DASH,
    readonly: true,
  },
]

/** `+` passes a command of the pager, `+!` one of the shell. */
function readLess({ operands, program }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const command = operands.find((field) => display(field).startsWith('+'))
  if (command === undefined) return {}
  const option = display(command)
  const inner = /^\+{1,2}!/.exec(knownPrefix(command))
  return {
    notReadonly: facts.notReadonly ?? { because: 'not-readonly', program, argument: option },
    hazards: [...facts.hazards, { kind: 'starts', option, range: command.range, spellings: [option] }],
    inner: inner === null ? facts.inner : [{ kind: 'script', text: fieldFrom(command, inner[0].length) }],
  }
}

/** `tput init` and `reset` start the program that the terminal's description names. */
function readTput({ operands, program }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [word] = operands
  const name = word === undefined ? '' : literal(word)
  if (facts.notReadonly !== undefined || (name !== undefined && name !== 'init' && name !== 'reset'))
    return {}
  return {
    notReadonly: { because: 'not-readonly', program, argument: display(word) },
  }
}

/** The tools of compilers for other machines. */
function crossed(...tools: readonly string[]): readonly string[] {
  return MACHINES.flatMap((machine) => tools.map((tool) => `${machine}-${tool}`))
}

const MACHINES = [
  'arm-none-eabi',
  'aarch64-linux-gnu',
  'riscv64-unknown-elf',
  'xtensa-esp32-elf',
  'avr',
  'llvm',
]

/** `@file` represents the options in that file. */
function refuseResponseFile({ operands, program }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const file = operands.find((field) => knownPrefix(field).startsWith('@'))
  if (file === undefined) return {}
  const option = display(file)
  return {
    notReadonly: facts.notReadonly ?? { because: 'not-readonly', program, argument: option },
    hazards: [...facts.hazards, { kind: 'configures', option, range: file.range, spellings: [option] }],
  }
}
