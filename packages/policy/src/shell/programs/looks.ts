import { readNameList } from './name-list.ts'
import { refuseWhere } from './refusals.ts'
import { MODERN, WORDS, type Table } from './spec.ts'

/** Names, attributes, times and the like: no file is opened for reading. */
export const LOOKS: Table = () => [
  {
    names: ['ls', 'dir', 'vdir', 'gls'],
    readonly: true,
    anyOption: true,
    options:
      '-I,--ignore= -w,--width= -T,--tabsize= --hide= --block-size= --sort= --time= --time-style= --format=',
  },
  {
    names: ['pwd', 'whoami', 'groups', 'users', 'tty', 'logname', 'hostid'],
    readonly: true,
    anyOption: true,
  },
  { names: ['id', 'uname', 'nproc', 'lscpu', 'sw_vers'], readonly: true, anyOption: true },
  {
    names: ['basename', 'dirname', 'realpath', 'readlink', 'grealpath', 'greadlink', 'pathchk', 'namei'],
    readonly: true,
    anyOption: true,
  },
  {
    names: ['stat', 'gstat', 'getfacl', 'lsattr', 'getcap', 'getfattr', 'mountpoint'],
    readonly: true,
    anyOption: true,
  },
  {
    names: ['du', 'gdu'],
    readonly: true,
    anyOption: true,
    reads: '-X,--exclude-from= --files0-from=',
    read: readNameList,
  },
  { names: ['df'], readonly: true, anyOption: true, changes: '--sync' },
  {
    names: ['tree'],
    readonly: true,
    style: MODERN,
    options:
      '-a -d -l -f -x -L= -P= -I= --gitignore --infofile= --matchdirs --ignore-case --noreport --charset= --filelimit= --du --timefmt= --prune --metafirst -s -h -p -u -g -D -q -Q -N --inodes --device --si -F --sort= --sort[=] -v -t -c -U -r --dirsfirst --filesfirst -i -A -S -n -C -X -J --hintro= --houtro= --nolinks --hyperlink --scheme= --authority= --opt-toggle --fflinks --fromfile --fromtabfile --info --compress= --condense -k --version --help',
    reads: '--gitfile=',
    // `-R` starts tree again in every directory, each time with `-o 00Tree.html`.
    writes: '-o,--output= -R',
    changes: '-H= -T=',
    operands: { act: 'none' },
  },
  { names: ['which', 'whereis', 'whatis', 'apropos'], readonly: true, anyOption: true },
  {
    names: ['seq', 'sleep', 'true', 'false', 'yes', 'factor', 'cal', 'ncal', 'getconf', 'locale'],
    readonly: true,
    anyOption: true,
  },
  { names: ['expr'], readonly: true, style: WORDS },
  { names: ['printenv'], readonly: true, anyOption: true, arity: 0 },
  {
    names: ['date', 'gdate'],
    readonly: true,
    options:
      '-d,--date= --debug -I,--iso-8601[=] --resolution -R,--rfc-email,--rfc-822,--rfc-2822 --rfc-3339= -u,--utc,--universal -j -v= --help --version',
    reads: '-f,--file= -r,--reference=',
    // Not GNU: `-j` means that nothing is set, and `-v` adjusts the output.
    changes: '-s,--set= -n',
    read: (args, facts) => (args.has('-j') ? {} : refuseWhere(args, facts, (text) => !text.startsWith('+'))),
  },
  {
    names: ['hostname'],
    readonly: true,
    options:
      '-a,--alias -A,--all-fqdns -d,--domain -f,--fqdn,--long -i,--ip-address -I,--all-ip-addresses -s,--short -y,--yp,--nis -V,--version -h,--help',
    changes: '-b,--boot -F,--file=',
    operands: { max: 0 },
  },
  {
    names: ['domainname', 'dnsdomainname', 'nisdomainname', 'ypdomainname'],
    readonly: true,
    changes: '-F,--file= -b',
    operands: { max: 0 },
  },
]
