import { display, literal, type Field, type Piece } from '../../model/field.ts'
import { MODERN, WORDS, type FactsPatch, type ParsedArgs, type ProgramFacts, type Table } from './spec.ts'

/** Processes: listing and ending them. */
export const PROCESSES: Table = () => [
  // Listing.
  {
    names: ['pmap'],
    readonly: true,
    anyOption: true,
    writes: '-n,--create-rc -N,--create-rc-to=',
    reads: '-c,--read-rc -C,--read-rc-from=',
  },
  { names: ['ps'], readonly: true, anyOption: true, read: readPs },
  {
    names: [
      'pgrep',
      'pidof',
      'pstree',
      'pwdx',
      'free',
      'vmstat',
      'iostat',
      'mpstat',
      'uptime',
      'w',
      'who',
      'last',
      'lastb',
      'lastlog',
      'lsns',
      'lsipc',
      'ipcs',
    ],
    readonly: true,
    anyOption: true,
  },
  {
    names: ['top', 'htop', 'btop'],
    readonly: true,
    anyOption: true,
    options: '-b,--batch -n= -d= -p= -u= -U= -w[=] -o= -l=',
    read: (args, facts) =>
      args.has('-b', '-l')
        ? {}
        : { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: args.program } },
  },
  {
    // Without `-b` it has keys that change running processes.
    names: ['iotop', 'iotop-c'],
    readonly: true,
    options:
      '-b,--batch -n,--iter= -d,--delay= -p,--pid= -u,--user= -o,--only -P,--processes -a,--accumulated -k,--kilobytes -t,--time -q,--quiet',
    operands: { max: 0 },
    read: (args, facts) =>
      args.has('-b')
        ? {}
        : { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: args.program } },
  },
  {
    names: ['nvidia-smi'],
    readonly: true,
    style: MODERN,
    options:
      '-L,--list-gpus -q,--query -d,--display= -i,--id= -x,--xml-format -l,--loop= -lms,--loop-ms= --query-gpu= --query-compute-apps= --query-accounted-apps= --query-supported-clocks= --format=',
    writes: '-f,--filename=',
    operands: { max: 0 },
  },
  {
    names: ['lsof'],
    readonly: true,
    anyOption: true,
    options: '-c= -d= -g[=] -i[=] -o= -p= -r[=] -s[=] -u= -F[=] -T[=] -S[=] +d= +D=',
    changes: '-D= -k=',
  },
  { names: ['kill'], queries: '--version --help -l -L', read: readKill, style: WORDS },
  {
    names: ['pkill', 'killall', 'skill', 'snice'],
    read: readKillByName,
    options:
      '--signal= -e,--echo -f,--full -g,--pgroup= -G,--group= -P,--parent= -s,--session= -t,--terminal= -u,--euid= -U,--uid= -F,--pidfile= -r,--regexp -q,--quiet -w,--wait -o= -y= -i -I -v -x,--exact -n --oldest --newest',
    anyOption: true,
  },
  { names: ['killall5'], breakers: [{ kind: 'kill-all' }], arity: -1 },
  { names: ['renice'], style: WORDS },
]

/** `ps e` shows the environment of every process, including secrets. */
function readPs({ argv, program }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const shows = argv.some((field, index) => {
    const before = argv[index - 1]
    if (index === 0 || (index > 1 && before !== undefined && PS_VALUES.test(display(before)))) return false
    return /^[a-zA-Z]*e[a-zA-Z]*$/.test(display(field))
  })
  if (!shows) return {}
  const notReadonly = facts.notReadonly ?? { because: 'not-readonly', program, argument: 'e' }
  return { notReadonly, traits: [...facts.traits, 'shows-secrets'] }
}

/** Options of `ps` that take the next word. */
const PS_VALUES = /^(?:-\w*[oOpCuUgGtqks]|[a-zA-Z]*[oOpUtkq]|--(?!\w+=)\w+)$/

/** The first dashed word is the signal; `-1` after it, or after `--` or `-s X`, is every process. */
function readKill({ operands, program }: ParsedArgs): FactsPatch {
  const words = operands.map((field) => literal(field) ?? '')
  const [first = ''] = words
  if (first === '-l' || first === '-L' || first === '--list' || first === '--table')
    return { notReadonly: undefined }
  const targets = words.slice(signalWords(words))
  const all = targets.find((word) => word === '-1' || word === '1')
  if (all !== undefined || (words.length === 1 && first === '-1')) {
    return { breaker: { kind: 'kill-all', target: all ?? '-1' } }
  }
  const numbers = operands.slice(signalWords(words)).find(({ pieces }) => pieces.some(isEveryProcess))
  if (numbers !== undefined) return { breaker: { kind: 'kill-all', target: display(numbers) } }
  const ended = operands.slice(signalWords(words))
  if (ended.length > 0 && ended.every(isOwnJob)) return { notReadonly: undefined }
  const probes = first === '-0' || (first === '-s' && words[1] === '0') || first === '-s0'
  return probes ? { notReadonly: undefined } : { notReadonly: { because: 'not-readonly', program } }
}

/** `kill $!`: a job that this same text started, or none. */
function isOwnJob({ pieces }: Field): boolean {
  return pieces.length === 1 && pieces.every((piece) => piece.kind === 'hole' && piece.source === '$!')
}

/** `$((-1))`, `$(ps -e …)`, `$(pgrep .)`: a negative number, or the ids of all processes. */
function isEveryProcess(piece: Piece): boolean {
  if (piece.kind !== 'hole') return false
  return /^\$\(\(\s*(?:0\s*)?-\s*1\s*\)\)$|\bps\s+(?:-?[a-z]*[aA]\w*|-e\w*)\s*(?:\)|-o\s*pid|\|\s*awk\s*'\{print \$\d\}')|\bpgrep\s+(?:-\w+\s+)*(?:\.|''|"")\s*\)/.test(
    piece.source,
  )
}

/** How many words in front name the signal. */
function signalWords(words: readonly string[]): number {
  const [first = ''] = words
  if (first === '-s' || first === '-n' || first === '--signal' || first === '-q') return 2
  return first.startsWith('-') && first !== '--' ? 1 : 0
}

/** A pattern that every name matches, or only a user, ends all processes. */
function readKillByName(args: ParsedArgs): FactsPatch {
  const all = args.operands.find((field) => /^(?:\.|\.\*|\^|\$|-1)?$/.test(literal(field) ?? 'x'))
  const alone = args.operands.length === 0 && args.has('-u', '-U', '--uid', '--euid')
  return all === undefined && !alone
    ? {}
    : { breaker: { kind: 'kill-all', target: args.argv.slice(1).map(display).join(' ') } }
}
