import { display, literal } from '../../model/field.ts'
import { refuseIf } from './refusals.ts'
import {
  GNU,
  SINGLE_DASH,
  WORDS,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'

/** The machine, its users and its network. */
export const SYSTEM: Table = () => [
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
  { names: ['insmod', 'rmmod', 'modprobe', 'depmod'], style: WORDS, arity: -1 },
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
  // Network programs that only read.
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
]

function readIp(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [object, action] = args.operands
  const known = object !== undefined && IP_OBJECTS.test(literal(object) ?? '')
  const shows =
    action === undefined ||
    IP_SHOWS.test(literal(action) ?? '') ||
    (literal(object ?? action) === 'netns' && /^(?:identify|pids)$/.test(literal(action) ?? ''))
  if (object === undefined || (known && shows) || literal(object)?.startsWith('mon') === true) return {}
  const bad = known ? action : object
  return {
    notReadonly: facts.notReadonly ?? {
      because: 'not-readonly',
      program: 'ip',
      argument: display(bad),
    },
  }
}

const IP_OBJECTS =
  /^(?:a|ad|add|addr|addre.*|r|ro|rou|rout|route|l|li|lin|link|n|ne|nei|neigh.*|ru|rul|rule|m|ma|madd.*|mroute|netconf|tunnel|tun|tuntap|stats|netns)$/

const IP_SHOWS = /^(?:sh|sho|show|l|ls|li|lis|list|lst|g|ge|get)$/
