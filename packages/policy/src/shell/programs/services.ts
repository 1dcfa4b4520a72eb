import { display, literal } from '../../model/field.ts'
import {
  GNU,
  MODERN,
  POSIX,
  WORDS,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'

/** Services, their logs, scheduled jobs, and switching off. */
export const SERVICES: Table = () => [
  // Services and logs.
  {
    names: ['systemctl'],
    readonly: true,
    options: UNIT_OPTIONS,
    starts: '-H,--host=',
    changes:
      '-M,--machine= --root= --image= --now --force -f --runtime --wait -s,--signal= --kill-whom= --kill-who= -i --check-inhibitors= --job-mode= --no-block --no-wall --no-reload --what= --marked --preset-mode= --firmware-setup --boot-loader-menu= --boot-loader-entry= --message= --read-only --mkdir -T,--show-transaction --drop-in=',
    inherited: true,
    subcommands: {
      ...each(
        [
          'status',
          'show',
          'cat',
          'help',
          'list-units',
          'list-unit-files',
          'list-timers',
          'list-sockets',
          'list-automounts',
          'list-paths',
          'list-jobs',
          'list-machines',
          'list-dependencies',
          'is-active',
          'is-enabled',
          'is-failed',
          'is-system-running',
          'get-default',
          'show-environment',
          'whoami',
        ],
        { readonly: true },
      ),
      ...each(
        [
          'stop',
          'restart',
          'reload',
          'try-restart',
          'reload-or-restart',
          'try-reload-or-restart',
          'kill',
          'clean',
          'freeze',
          'thaw',
          'set-property',
          'bind',
          'mount-image',
          'service-log-level',
          'service-log-target',
          'reset-failed',
          'enable',
          'disable',
          'reenable',
          'preset',
          'preset-all',
          'mask',
          'unmask',
          'link',
          'revert',
          'add-wants',
          'add-requires',
          'edit',
          'set-default',
          'cancel',
          'daemon-reload',
          'daemon-reexec',
          'import-environment',
          'set-environment',
          'unset-environment',
          'log-level',
          'log-target',
          'switch-root',
        ],
        {},
      ),
      start: { read: readTarget },
      isolate: { read: readTarget },
      ...each(
        [
          'poweroff',
          'reboot',
          'halt',
          'kexec',
          'soft-reboot',
          'exit',
          'suspend',
          'hibernate',
          'hybrid-sleep',
          'suspend-then-hibernate',
          'sleep',
          'rescue',
          'emergency',
          'default',
        ],
        { breakers: [{ kind: 'power' }], arity: -1 },
      ),
    },
  },
  {
    names: [
      'loginctl',
      'hostnamectl',
      'timedatectl',
      'localectl',
      'networkctl',
      'bootctl',
      'coredumpctl',
      'busctl',
    ],
    readonly: true,
    options: UNIT_OPTIONS,
    changes: '-H,--host= -M,--machine= -s,--signal= --kill-whom=',
    inherited: true,
    subcommands: {
      ...each(
        [
          'status',
          'show',
          'list',
          'list-sessions',
          'list-users',
          'list-seats',
          'session-status',
          'user-status',
          'seat-status',
          'show-session',
          'show-user',
          'show-seat',
          'list-timezones',
          'timesync-status',
          'show-timesync',
          'list-locales',
          'list-keymaps',
        ],
        { readonly: true },
      ),
      ...each(['terminate-session', 'terminate-user', 'terminate-seat', 'kill-session', 'kill-user'], {
        breakers: [{ kind: 'kill-all' }],
        arity: -1,
      }),
      call: { style: WORDS, read: readCalled },
      ...each(['poweroff', 'reboot', 'halt', 'suspend', 'hibernate'], {
        breakers: [{ kind: 'power' }],
        arity: -1,
      }),
    },
    read: readBareControl,
  },
  {
    names: ['lsb_release', 'eza', 'exa', 'lsd', 'tokei'],
    readonly: true,
    anyOption: true,
    operands: { act: 'read' },
  },
  {
    names: ['journalctl'],
    readonly: true,
    options:
      '--system --user -M,--machine= -m,--merge -D,--directory= --namespace= -S,--since= -U,--until= -c,--cursor= --after-cursor= -b,--boot[=] -u,--unit= --user-unit= -t,--identifier= -p,--priority= --facility= -g,--grep= --case-sensitive[=] -k,--dmesg -o,--output= --output-fields= -n,--lines[=] -r,--reverse --show-cursor --utc -x,--catalog --no-hostname --no-full --full -l -a,--all -f,--follow --no-tail --truncate-newline -q,--quiet --no-pager -e,--pager-end --interval= -N,--fields -F,--field= --list-boots --disk-usage --verify --header --list-catalog --dump-catalog --list-namespaces -h,--help --version -T,--exclude-identifier= --list-invocations -I --invocation= -#',
    reads: '--file= -i',
    writes: '--cursor-file=',
    configures: '--root= --image= --image-policy=',
    changes:
      '--vacuum-size= --vacuum-files= --vacuum-time= --sync --relinquish-var --smart-relinquish-var --flush --rotate --update-catalog --setup-keys --force --verify-key=',
  },
  { names: ['service'], style: WORDS, read: readService },
  {
    names: ['launchctl'],
    subcommands: {
      ...each(['list', 'print'], PRINTS),
      ...each(
        ['load', 'unload', 'bootstrap', 'bootout', 'kickstart', 'kill', 'remove', 'start', 'stop', 'submit'],
        {},
      ),
      reboot: { breakers: [{ kind: 'power' }] },
    },
  },
  {
    names: ['crontab'],
    options: '-u= -l -n -s -T',
    changes: '-e -i',
    readonly: true,
    breakers: [{ kind: 'crontab', options: '-r' }],
    style: { ...MODERN, permute: true },
    operands: { max: 0 },
    arity: 0,
    // Without an operand some versions read a new table from standard input.
    read: (args, facts) =>
      args.has('-l')
        ? {}
        : {
            notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: 'crontab' },
            ...(args.operands.some((field) => literal(field) === '/dev/null')
              ? { breaker: { kind: 'crontab', target: '/dev/null' } as const }
              : {}),
            inner: readsTable(args) ? [{ kind: 'stdin-script', table: true }] : [],
          },
  },
  { names: ['atq'], readonly: true, style: POSIX, options: '-q= -V -o=', operands: { max: 0 } },
  { names: ['atrm'], style: WORDS, arity: -1 },
  {
    names: ['fuser'],
    readonly: true,
    style: GNU,
    options:
      '-a,--all -c -f -l,--list-signals -m,--mount= -M,--ismountpoint -n,--namespace= -s,--silent -u,--user -v,--verbose -V,--version -4,--ipv4 -6,--ipv6 -I,--inode',
    changes: '-k,--kill -i,--interactive -w,--writeonly',
    operands: { act: 'none' },
  },
  // Power.
  {
    names: ['shutdown', 'reboot', 'poweroff', 'halt', 'pm-suspend', 'pm-hibernate'],
    breakers: [{ kind: 'power' }],
    arity: -1,
    style: WORDS,
  },
  { names: ['init', 'telinit'], style: WORDS, arity: -1, read: readInit },
  { names: ['kexec', 'rtcwake'], style: WORDS, arity: -1, read: readWake },
  { names: ['dbus-send', 'gdbus', 'qdbus'], style: WORDS, arity: 0, read: readCalled },
]

const PRINTS: CommandSpec = { readonly: true, anyOption: true }

const UNIT_OPTIONS =
  '-t,--type= --state= --failed -p,--property= -P= -a,--all -l,--full -r,--recursive --reverse --after --before --with-dependencies --show-types --value -q,--quiet --legend= --no-legend --no-pager --no-ask-password --user --system --global --plain --timestamp= -n,--lines= -o,--output= --version -h,--help'

/** The same for many subcommands. */
function each(names: readonly string[], command: CommandSpec): Readonly<Record<string, CommandSpec>> {
  return Object.fromEntries(names.map((name) => [name, command]))
}

/** `systemctl start reboot.target`. */
function readTarget({ operands, path }: ParsedArgs): FactsPatch {
  const target = operands.find((field) =>
    /^(?:poweroff|reboot|halt|shutdown|kexec|rescue|emergency|soft-reboot)(?:\.target)?$/.test(
      literal(field) ?? '',
    ),
  )
  return target === undefined
    ? {}
    : { breaker: { kind: 'power', target: `${path.join(' ')} ${display(target)}` } }
}

/** `timedatectl` and the like alone show the state. */
function readBareControl(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [word] = args.operands
  if (word === undefined) return {}
  return {
    notReadonly: facts.notReadonly ?? {
      because: 'not-readonly',
      program: args.program,
      argument: display(word),
    },
  }
}

function readService({ operands, program }: ParsedArgs): FactsPatch {
  const [name, action] = operands.map((field) => literal(field))
  const asks = name === '--status-all' || action === 'status'
  return asks ? { notReadonly: undefined } : { notReadonly: { because: 'not-readonly', program } }
}

/** `crontab -`, and `crontab` alone. */
function readsTable({ operands, has }: ParsedArgs): boolean {
  const [file] = operands
  return !has('-e', '-r') && (file === undefined || literal(file) === '-')
}

/** `kexec -e`, `rtcwake -m off`: the machine stops. */
function readWake({ argv, program }: ParsedArgs): FactsPatch {
  const words = argv.slice(1).map((field) => literal(field) ?? '')
  const looks = words.some((word) => /^(?:--show|--list-modes|no|show|--version|--help)$/.test(word))
  const stops = program === 'kexec' ? words.some((word) => /^-\w*[ef]|^--(?:exec|force)$/.test(word)) : !looks
  return stops ? { breaker: { kind: 'power', target: [program, ...words].join(' ') } } : {}
}

/** A message that switches the machine off. */
function readCalled({ argv, program }: ParsedArgs): FactsPatch {
  const word = argv
    .map(display)
    .find((text) =>
      /(?:^|\.)(?:PowerOff|Reboot|Halt|Suspend|Hibernate|Kexec|Shutdown|Restart)\w*$/.test(text),
    )
  const notReadonly = { because: 'not-readonly', program } as const
  return word === undefined ? { notReadonly } : { notReadonly, breaker: { kind: 'power', target: word } }
}

function readInit({ operands }: ParsedArgs): FactsPatch {
  const level = operands.find((field) => /^[0156sS]$/.test(literal(field) ?? ''))
  return level === undefined ? {} : { breaker: { kind: 'power', target: `runlevel ${display(level)}` } }
}
