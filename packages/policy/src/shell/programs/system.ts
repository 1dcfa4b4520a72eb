import { display, literal, type Field } from '../field.ts'
import {
  GNU,
  MODERN,
  SINGLE_DASH,
  WORDS,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'

const PRINTS: CommandSpec = { readonly: true, anyOption: true }

const UNIT_OPTIONS =
  '-t,--type= --state= --failed -p,--property= -P= -a,--all -l,--full -r,--recursive --reverse --after --before --with-dependencies --show-types --value -q,--quiet --legend= --no-legend --no-pager --no-ask-password --user --system --global --plain --timestamp= -n,--lines= -o,--output= --version -h,--help'

/** Processes, services, disks, the machine itself. */
export const SYSTEM: Table = () => [
  // What runs.
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

  // Hardware and kernel.
  {
    names: ['lsblk', 'lsusb', 'lsmod', 'lsmem', 'lsscsi', 'modinfo', 'findmnt', 'vm_stat', 'system_profiler'],
    readonly: true,
    anyOption: true,
  },
  // `-q` and `-Q` ask a server for names.
  { names: ['lspci'], readonly: true, anyOption: true, changes: '-q -Q' },
  {
    names: ['lshw'],
    readonly: true,
    style: SINGLE_DASH,
    anyOption: true,
    options: '-class,-C=',
    writes: '-dump=',
  },
  {
    names: ['blkid'],
    readonly: true,
    options:
      '-d,--no-encoding -o,--output= -k,--list-filesystems -s,--match-tag= -t,--match-token= -l,--list-one -L,--label= -U,--uuid= -p,--probe -i,--info -S,--size= -O,--offset= -u,--usages= -n,--match-types=',
    changes: '-g,--garbage-collect -c,--cache-file= -w=',
  },
  {
    names: ['dmesg'],
    readonly: true,
    options:
      '-F,--file= -f,--facility= -H,--human -J,--json -k,--kernel -L,--color[=] -l,--level= -P,--nopager -p,--force-prefix -r,--raw --noescape -S,--syslog -s,--buffer-size= -u,--userspace -w,--follow -W,--follow-new -x,--decode -d,--show-delta -e,--reltime -T,--ctime -t,--notime --time-format= --since= --until= -h,--help -V,--version',
    changes: '-C,--clear -c,--read-clear -D,--console-off -E,--console-on -n,--console-level=',
  },
  {
    names: ['sysctl'],
    readonly: true,
    options:
      '-a,--all -A -X --deprecated -b,--binary -e,--ignore -N,--names -n,--values -r,--pattern= -q,--quiet -d -h -V,--version',
    changes: '-w,--write -p,--load[=] -f[=] --system',
    read: (args, facts) => refuseIf(args, facts, (field) => !(literal(field) ?? '=').includes('=')),
  },
  { names: ['insmod', 'rmmod', 'modprobe', 'depmod', 'kexec'], style: WORDS, arity: -1 },
  {
    names: ['stty'],
    readonly: true,
    options: '-a,--all -g,--save',
    reads: '-F,--file=',
    read: (args, facts) => refuseIf(args, facts, (field) => ['size', 'speed'].includes(literal(field) ?? '')),
  },

  // Users and names.
  {
    names: ['getent'],
    readonly: true,
    options: '-i,--no-idn -A,--no-addrconfig',
    changes: '-s,--service=',
    read: (args, facts) => {
      const [database] = args.operands
      return database === undefined ||
        /^(?:passwd|group|shadow|gshadow|services|protocols|aliases|rpc|ethers|initgroups)$/.test(
          literal(database) ?? '',
        )
        ? {}
        : {
            notReadonly: facts.notReadonly ?? {
              because: 'not-readonly',
              program: 'getent',
              argument: display(database),
            },
          }
    },
  },
  {
    names: [
      'useradd',
      'usermod',
      'groupadd',
      'groupdel',
      'groupmod',
      'adduser',
      'passwd',
      'chpasswd',
      'chsh',
      'chfn',
      'visudo',
      'vipw',
      'gpasswd',
    ],
    style: WORDS,
    arity: -1,
  },

  {
    names: ['userdel', 'deluser'],
    style: GNU,
    options:
      '-f,--force -R,--root= -P,--prefix= -Z,--selinux-user --system --group --backup --backup-to= -q,--quiet -r,--remove --remove-home --remove-all-files',
    breakers: [{ kind: 'remove-root', options: '-r,--remove --remove-home --remove-all-files' }],
    arity: -1,
  },

  // Network, as far as it is only looked at.
  {
    names: ['ss'],
    readonly: true,
    anyOption: true,
    options: '-f,--family= -A,--query,--socket= -N,--net=',
    reads: '-F,--filter=',
    writes: '-D,--diag=',
    changes: '-K,--kill',
  },
  { names: ['netstat'], readonly: true, anyOption: true },
  { names: ['ifconfig'], readonly: true, options: '-a -s -v -l -u -d -m', operands: { max: 1 } },
  {
    names: ['ip'],
    style: SINGLE_DASH,
    readonly: true,
    anyOption: true,
    options: '-f,-family= -n,-netns= -rc,-rcvbuf= -l,-loops=',
    loads: '-b,-batch=',
    read: readIp,
  },
  { names: ['arp', 'route'], readonly: true, options: '-n -a -e -v -ee -4 -6', operands: { max: 0 } },

  // Services and logs.
  {
    names: ['systemctl'],
    readonly: true,
    options: UNIT_OPTIONS,
    changes:
      '-H,--host= -M,--machine= --root= --image= --now --force -f --runtime --wait -s,--signal= --kill-whom= --kill-who= -i --check-inhibitors= --job-mode= --no-block --no-wall --no-reload --what= --marked --preset-mode= --firmware-setup --boot-loader-menu= --boot-loader-entry= --message= --read-only --mkdir -T,--show-transaction --drop-in=',
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
      ...each(['terminate-session', 'terminate-user', 'kill-session', 'kill-user'], { arity: -1 }),
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
            inner: readsTable(args) ? [{ kind: 'stdin-script', table: true }] : [],
          },
  },
  { names: ['atrm', 'atq'], style: WORDS, arity: -1 },

  // Power.
  {
    names: ['shutdown', 'reboot', 'poweroff', 'halt', 'pm-suspend', 'pm-hibernate'],
    breakers: [{ kind: 'power' }],
    arity: -1,
    style: WORDS,
  },
  { names: ['init', 'telinit'], style: WORDS, arity: -1, read: readInit },

  // Disks.
  {
    names: [
      'mkfs',
      'mkfs.*',
      'mke2fs',
      'mkswap',
      'mkdosfs',
      'mkntfs',
      'newfs',
      'newfs_*',
      'wipefs',
      'blkdiscard',
      'parted',
      'gparted',
      'sgdisk',
      'gdisk',
      'fdisk',
      'cfdisk',
      'sfdisk',
      'zpool',
      'zfs',
      'pvcreate',
      'vgremove',
      'lvremove',
      'pvremove',
      'mdadm',
      'hdparm',
      'nvme',
      'badblocks',
      'e2fsck',
      'fsck',
      'fsck.*',
      'tune2fs',
      'resize2fs',
      'cryptsetup',
      'diskutil',
    ],
    style: WORDS,
    read: readDisk,
    arity: -1,
  },
  {
    names: ['mount'],
    readonly: true,
    options: '-l,--show-labels -t,--types= -v,--verbose',
    operands: { max: 0 },
    changes: '-a,--all -o,--options= -B,--bind --make-private -r -w',
    arity: 0,
  },
  { names: ['umount', 'losetup', 'swapon', 'swapoff', 'eject'], style: WORDS, arity: 0 },
]

/** The same for many subcommands. */
function each(names: readonly string[], command: CommandSpec): Readonly<Record<string, CommandSpec>> {
  return Object.fromEntries(names.map((name) => [name, command]))
}

function refuseIf(args: ParsedArgs, facts: ProgramFacts, isFine: (field: Field) => boolean): FactsPatch {
  const bad = args.operands.find((field) => !isFine(field))
  if (bad === undefined) return {}
  return {
    notReadonly: facts.notReadonly ?? {
      because: 'not-readonly',
      program: args.program,
      argument: display(bad),
    },
  }
}

/** The first dashed word is the signal; `-1` behind it, or behind `--` or `-s X`, is every process. */
function readKill({ operands, program }: ParsedArgs): FactsPatch {
  const words = operands.map((field) => literal(field) ?? '')
  const [first = ''] = words
  if (first === '-l' || first === '-L' || first === '--list' || first === '--table')
    return { notReadonly: undefined }
  const targets = words.slice(signalWords(words))
  if (targets.includes('-1') || (words.length === 1 && first === '-1')) {
    return { breaker: { kind: 'kill-all', target: '-1' } }
  }
  const probes = first === '-0' || (first === '-s' && words[1] === '0') || first === '-s0'
  return probes ? { notReadonly: undefined } : { notReadonly: { because: 'not-readonly', program } }
}

/** How many words in front name the signal. */
function signalWords(words: readonly string[]): number {
  const [first = ''] = words
  if (first === '-s' || first === '-n' || first === '--signal' || first === '-q') return 2
  return first.startsWith('-') && first !== '--' ? 1 : 0
}

/** A pattern that every name has. */
function readKillByName(args: ParsedArgs): FactsPatch {
  const all = args.operands.find((field) => /^(?:\.|\.\*|\^|\$|-1)?$/.test(literal(field) ?? 'x'))
  const alone = args.operands.length === 0 && args.has('-u', '-U', '--uid', '--euid')
  return all === undefined && !alone
    ? {}
    : { breaker: { kind: 'kill-all', target: args.argv.slice(1).map(display).join(' ') } }
}

const IP_OBJECTS =
  /^(?:a|ad|add|addr|addre.*|r|ro|rou|rout|route|l|li|lin|link|n|ne|nei|neigh.*|ru|rul|rule|m|ma|madd.*|netconf|tunnel|tun)$/
const IP_SHOWS = /^(?:sh|sho|show|l|ls|li|lis|list|lst|g|ge|get)$/

function readIp(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [object, action] = args.operands
  const known = object !== undefined && IP_OBJECTS.test(literal(object) ?? '')
  const shows = action === undefined || IP_SHOWS.test(literal(action) ?? '')
  if (object === undefined || (known && shows)) return {}
  const bad = known ? action : object
  return {
    notReadonly: facts.notReadonly ?? {
      because: 'not-readonly',
      program: 'ip',
      argument: bad === undefined ? '' : display(bad),
    },
  }
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

function readInit({ operands }: ParsedArgs): FactsPatch {
  const level = operands.find((field) => /^[0156sS]$/.test(literal(field) ?? ''))
  return level === undefined ? {} : { breaker: { kind: 'power', target: `runlevel ${display(level)}` } }
}

/** Disk programs that only look when they are called like this. */
const DISK_LOOKS: Readonly<Record<string, RegExp>> = {
  fdisk: /^(?:-l|--list)$/,
  sfdisk: /^(?:-l|--list|-d|--dump|-J|--json|-F|--list-free|-V|--verify)$/,
  parted: /^(?:-l|--list|print)$/,
  sgdisk: /^(?:-p|--print|-i|--info=.*|-v|--verify)$/,
  gdisk: /^-l$/,
  zpool: /^(?:status|list|get|history|iostat)$/,
  zfs: /^(?:list|get)$/,
  cryptsetup: /^(?:luksDump|status|isLuks|open|close|luksOpen|luksClose|benchmark)$/,
  wipefs: /^(?:-n|--no-act|-J|--json|-p|--parsable|-O|--output|\/dev\/[^-]*)$/,
  mdadm: /^(?:--detail|-D|--examine|-E|--query|-Q)$/,
  hdparm: /^-[iItTCg]+$/,
  nvme: /^(?:list|id-ctrl|id-ns|smart-log)$/,
  diskutil: /^(?:list|info)$/,
}
/** These break nothing unless a word says so. */
const DISK_BREAKS: Readonly<Record<string, RegExp>> = {
  cryptsetup: /^(?:luksFormat|erase|luksErase|reencrypt|format)$/,
  wipefs: /^-(?:a|[a-z]*a[a-z]*|-all|o.*|-offset.*|f|-force)$/,
  zpool: /^(?:destroy|labelclear|create)$/,
  zfs: /^destroy$/,
  mdadm: /^--(?:zero-superblock|create|stop|remove)$/,
  hdparm:
    /^--(?:security-erase.*|trim-sector-ranges.*|write-sector|make-bad-sector|repair-sector|dco-restore|fibmap-off)$/,
  nvme: /^(?:format|sanitize|write.*|delete-ns)$/,
  diskutil: /^(?:eraseDisk|eraseVolume|zeroDisk|secureErase|partitionDisk|randomDisk|apfs|reformat)$/i,
  badblocks: /^-[a-z]*w[a-z]*$/,
  e2fsck: /^$/,
  fsck: /^$/,
  tune2fs: /^$/,
  resize2fs: /^$/,
}

function readDisk({ operands, program }: ParsedArgs): FactsPatch {
  const words = operands.map((field) => literal(field) ?? '')
  const name = program.startsWith('fsck') ? 'fsck' : program
  const looks = DISK_LOOKS[name]
  const breaks = DISK_BREAKS[name]
  const target = [program, ...operands.map(display)].join(' ')
  const notReadonly = { because: 'not-readonly', program } as const
  if (breaks !== undefined) {
    return words.some((word) => breaks.test(word))
      ? { breaker: { kind: 'disk', target }, notReadonly }
      : { notReadonly }
  }
  if (looks !== undefined && words.some((word) => looks.test(word))) return { notReadonly }
  return { breaker: { kind: 'disk', target }, notReadonly }
}

/** Options of `ps` that take the next word. */
const PS_VALUES = /^(?:-\w*[oOpCuUgGtqks]|[a-zA-Z]*[oOpUtkq]|--(?!\w+=)\w+)$/

/** `ps e`: with the environment of every process, and what is secret in it. */
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
