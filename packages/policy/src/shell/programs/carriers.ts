import { lazy } from '../../lazy.ts'
import { carrier, carrierCommand, type CarrierSpec } from './carrier.ts'
import { GNU, type CommandSpec, type ProgramSpec, type Table } from './spec.ts'

const SHORT = { ...GNU, permute: false, abbreviate: false }

/**
 * Programs that start another one contained in their words. Allow rules and the read-only table also see through `transparent` ones, as
 * long as every option is known; only deny, ask and breakers see through the others.
 */
export const CARRIERS = (): readonly CarrierSpec[] => [
  // Every list sees through these.
  {
    names: ['timeout', 'gtimeout'],
    transparent: true,
    options: '-k,--kill-after= -s,--signal= --foreground --preserve-status -v,--verbose -f -p',
    skip: 1,
  },
  { names: ['nice', 'gnice'], transparent: true, options: '-n,--adjustment= -#', alone: 'readonly' },
  { names: ['nohup', 'gnohup'], transparent: true },
  { names: ['stdbuf', 'gstdbuf'], transparent: true, options: '-i,--input= -o,--output= -e,--error=' },
  {
    names: ['time', 'gtime'],
    transparent: true,
    options: '-p,--portability -v,--verbose -q,--quiet -f,--format= -a,--append',
    writes: '-o,--output=',
    alone: 'readonly',
  },
  { names: ['command'], transparent: true, style: SHORT, options: '-p', asks: '-v -V', alone: 'readonly' },
  {
    names: ['env', 'genv'],
    transparent: true,
    assignments: true,
    options:
      '-i,--ignore-environment -u,--unset= -0,--null -v,--debug --block-signal[=] --default-signal[=] --ignore-signal[=] --list-signal-handling',
    changes: '-a,--argv0= -P=',
    chdir: '-C,--chdir=',
    splits: '-S,--split-string=',
    alone: 'readonly',
  },
  {
    names: ['xargs', 'gxargs'],
    transparent: true,
    more: true,
    options:
      '-0,--null -d,--delimiter= -E= -e,--eof[=] -L,--max-lines= -l[=] -n,--max-args= -o,--open-tty -P,--max-procs= -p,--interactive -r,--no-run-if-empty -R= -s,--max-chars= -S= -t,--verbose -x,--exit --show-limits',
    reads: '-a,--arg-file=',
    changes: '--process-slot-var=',
    replaces: '-I= -J= -i,--replace[=]',
    alone: 'readonly',
  },

  // The shell's own.
  { names: ['builtin'], style: SHORT, alone: 'readonly' },
  { names: ['exec'], style: SHORT, options: '-c -l -a=', alone: 'readonly' },
  { names: ['noglob', 'nocorrect'], style: SHORT },
  { names: ['lvm'], style: SHORT, alone: 'readonly' },

  // Raised privilege: an allow rule has to name it.
  {
    names: ['sudo', 'sudo-rs', 'dzdo'],
    privilege: true,
    assignments: true,
    options:
      '-A,--askpass -b,--background -B,--bell -C,--close-from= -E --preserve-env[=] -g,--group= -H,--set-home -h,--host= -n,--non-interactive -N,--no-update -P,--preserve-groups -p,--prompt= -R,--chroot= -r,--role= -S,--stdin -T,--command-timeout= -t,--type= -U,--other-user= -u,--user=',
    asks: '-e,--edit -l,--list -v,--validate -V,--version -K,--remove-timestamp --help',
    changes: '-k,--reset-timestamp',
    chdir: '-D,--chdir=',
    shells: '-s,--shell -i,--login',
  },
  { names: ['doas'], privilege: true, options: '-C= -a= -L -n -u=', shells: '-s' },
  {
    names: ['su'],
    privilege: true,
    style: GNU,
    options:
      '-f,--fast -g,--group= -G,--supp-group= -l,--login -m,-p,--preserve-environment -P,--pty -T,--no-pty -s,--shell= -w,--whitelist-environment=',
    text: '-c,--command,--session-command=',
    skip: 1,
    login: true,
  },
  {
    names: ['runuser'],
    privilege: true,
    style: GNU,
    options:
      '-f,--fast -g,--group= -G,--supp-group= -l,--login -m,-p,--preserve-environment -P,--pty -T,--no-pty -s,--shell= -u,--user= -w,--whitelist-environment=',
    text: '-c,--command,--session-command=',
    anywhere: true,
    alone: 'shell',
  },
  {
    names: ['pkexec'],
    privilege: true,
    options: '--user= --disable-internal-agent --keep-cwd -u=',
    alone: 'shell',
  },
  { names: ['run0', 'please'], privilege: true, anywhere: true, alone: 'shell' },
  { names: ['gosu', 'su-exec', 'setuidgid', 's6-setuidgid', 'envuidgid'], privilege: true, skip: 1 },
  {
    names: ['chpst'],
    privilege: true,
    style: SHORT,
    options: '-u= -U= -b= -e= -/= -n= -l= -L= -m= -d= -o= -p= -f= -c= -v -P -0 -1 -2',
  },
  { names: ['setpriv', 'capsh'], privilege: true, anywhere: true, text: '-c=' },
  { names: ['sg', 'newgrp'], privilege: true, skip: 1, text: '-c=', login: true },
  {
    names: ['chroot'],
    privilege: true,
    options: '--groups= --userspec= --skip-chdir',
    skip: 1,
    alone: 'shell',
  },

  // How a process runs, and what it sees.
  { names: ['setsid'], options: '-c,--ctty -f,--fork -w,--wait' },
  {
    names: ['ionice'],
    options: '-c,--class= -n,--classdata= -t,--ignore',
    asks: '-p,--pid= -P,--pgid= -u,--uid=',
  },
  {
    names: ['chrt'],
    options:
      '-b,--batch -d,--deadline -e,--ext -f,--fifo -i,--idle -o,--other -r,--rr -R,--reset-on-fork -T,--sched-runtime= -P,--sched-period= -D,--sched-deadline= -a,--all-tasks -v,--verbose',
    asks: '-m,--max -p,--pid',
    skip: 1,
    // For some policies the priority may be left out.
    anywhere: true,
  },
  { names: ['taskset'], options: '-a,--all-tasks -c,--cpu-list', asks: '-p,--pid', skip: 1 },
  { names: ['numactl', 'cpulimit', 'prlimit', 'softlimit', 'cgexec', 'schedtool', 'choom'], anywhere: true },
  { names: ['arch', 'setarch', 'linux32', 'linux64'], anywhere: true, alone: 'readonly' },
  {
    names: ['unshare', 'nsenter', 'bwrap', 'firejail', 'systemd-run', 'systemd-nspawn', 'proot', 'schroot'],
    anywhere: true,
    alone: 'shell',
  },
  {
    names: [
      'lxc-attach',
      'lxc-execute',
      'machinectl',
      'sandbox-exec',
      'toolbox',
      'distrobox',
      'flatpak-spawn',
      'host-spawn',
    ],
    anywhere: true,
  },
  {
    names: ['fakeroot', 'fakeroot-ng', 'fakechroot'],
    options: '-l,--lib= --faked= -s= -i= -u -b=',
    alone: 'shell',
  },
  {
    names: ['eatmydata', 'torsocks', 'torify', 'tsocks', 'unbuffer', 'chronic', 'ifne', 'catchsegv'],
    options: '-p -n -e -v',
  },
  { names: ['proxychains', 'proxychains4'], options: '-q', reads: '-f=' },
  {
    names: [
      'dumb-init',
      'tini',
      'catatonit',
      'dbus-run-session',
      'dbus-launch',
      'systemd-inhibit',
      'systemd-cat',
    ],
    anywhere: true,
  },
  {
    names: ['xvfb-run', 'xinit', 'ssh-agent', 'sshpass', 'caffeinate', 'rlwrap', 'xcrun', 'winpty', 'wine'],
    anywhere: true,
  },
  {
    names: ['daemonize', 'start-stop-daemon', 'setlock', 'logsave', 'nq', 'tsp', 'ts', 'dtach', 'abduco'],
    anywhere: true,
  },
  { names: ['faketime', 'datefudge'], options: '-f -m -p= --exclude-monotonic', skip: 1 },
  { names: ['envdir', 's6-envdir'], skip: 1 },
  {
    names: ['flock'],
    options:
      '-s,--shared -x,-e,--exclusive -u,--unlock -n,--nb,--nonblock -w,--timeout,--wait= -o,--close -E,--conflict-exit-code= -F,--no-fork --fcntl --verbose',
    text: '-c,--command=',
    skip: 1,
  },
  {
    names: ['script'],
    style: GNU,
    options:
      '-a,--append -e,--return -f,--flush -q,--quiet --force -E,--echo= -m,--logging-format= -o,--output-limit= -F= -k -r -d -p -t,--timing[=]',
    writes: '-O,--log-out= -I,--log-in= -B,--log-io= -T,--log-timing=',
    text: '-c,--command=',
    skip: 1,
    // Options with and without a value differ between systems.
    anywhere: true,
    keeps: true,
    alone: 'shell',
  },

  // Looking at a process from outside.
  {
    names: ['strace'],
    style: SHORT,
    options:
      '-c -C -d -D -f -ff -F -i -k -n -N -q -qq -r -t -tt -ttt -T -v -w -x -xx -y -yy -z -Z -a= -b= -e= -I= -p= -P= -s= -S= -u= -U= -X=',
    writes: '-o=',
    changes: '-E= -O=',
  },
  {
    names: ['ltrace'],
    style: SHORT,
    options:
      '-b -c -C -f -i -L -r -S -t -tt -ttt -T -a= -A= -D= -e= -l= -n= -p= -s= -u= -w= -x= --no-signals --demangle',
    writes: '-o,--output=',
  },
  {
    names: [
      'dtruss',
      'ktrace',
      'truss',
      'uftrace',
      'valgrind',
      'gdbserver',
      'heaptrack',
      'rr',
      'perf',
      'kcov',
    ],
    anywhere: true,
  },
  { names: ['qemu-*', 'box64', 'box86'], anywhere: true },
  { names: ['ccache', 'sccache', 'distcc', 'bear', 'scan-build'], anywhere: true },

  // Many times, or many at once.
  {
    names: ['watch'],
    joins: '-x,--exec',
    options:
      '-n,--interval= -d,--differences[=] -t,--no-title -b,--beep -e,--errexit -g,--chgexit -q,--equexit= -c,--color -C,--no-color -p,--precise -w,--no-wrap -r,--no-rerun',
    writes: '-s,--shotsdir=',
  },
  { names: ['viddy', 'hwatch'], joins: '', anywhere: true },
  { names: ['entr'], style: SHORT, options: '-a -c -d -n -p -r -x -z', shells: '-s' },
  { names: ['pee'], every: true },
  { names: ['hyperfine'], every: true, text: '-p,--prepare,-s,--setup,-c,--cleanup,--conclude=' },
  { names: ['concurrently', 'conc'], every: true, remote: true },
  {
    names: ['watchexec', 'reflex', 'nodemon', 'onchange', 'chokidar', 'watchmedo', 'ptw'],
    anywhere: true,
    text: '-x,--exec,-c,--command,--onpass,--onfail=',
  },

  // Multi-call programs and the loader.
  {
    names: ['busybox', 'toybox', 'sbase-box', 'ubase-box'],
    style: SHORT,
    asks: '--list --list-full --help',
    alone: 'readonly',
  },
  {
    names: ['coreutils', 'gcoreutils', 'uu-coreutils'],
    splits: '--coreutils-prog= --coreutils-prog-shebang=',
    asks: '--list --help --version',
    alone: 'readonly',
  },
  {
    names: ['ld.so', 'ld-linux*', 'ld-musl*', 'ld64.so*', 'ld-2*', 'ld.so*'],
    options:
      '--library-path= --inhibit-rpath= --inhibit-cache --argv0= --glibc-hwcaps-prepend= --glibc-hwcaps-mask=',
    asks: '--list --verify --help --version --list-tunables --list-diagnostics',
    changes: '--preload= --audit=',
  },

  // An environment for a command: a rule for one of these is taken literally.
  { names: ['cross-env'], assignments: true, remote: true },
  { names: ['cross-env-shell'], assignments: true, remote: true, joins: '' },
  { names: ['env-cmd', 'dotenv', 'dotenv-cli'], anywhere: true, remote: true },

  // A window or a session with a command in it.
  {
    names: [
      'xterm',
      'alacritty',
      'kitty',
      'konsole',
      'gnome-terminal',
      'wezterm',
      'foot',
      'urxvt',
      'rxvt',
      'st',
    ],
    anywhere: true,
    alone: 'shell',
  },
  { names: ['mosh'], anywhere: true },
  { names: ['cgdb', 'rust-gdb'], anywhere: true },
  { names: ['wsl'], anywhere: true, alone: 'shell' },
]

const QUERY: CommandSpec = { readonly: true }
const NIX_RUN = { anywhere: true, text: '-c,--command=' }

/** Programs with a subcommand that starts another program in some environment. */
const ENVIRONMENTS = (NIX: CommandSpec, EXEC: CommandSpec): readonly ProgramSpec[] => [
  {
    names: ['direnv'],
    subcommands: { exec: carrierCommand({ remote: true, skip: 1 }), status: QUERY, version: QUERY },
  },
  {
    names: ['sops'],
    subcommands: {
      'exec-env': carrierCommand({ remote: true, skip: 1, joins: '' }),
      'exec-file': carrierCommand({ remote: true, skip: 1, joins: '' }),
    },
  },
  { names: ['devbox', 'devenv', 'flox'], subcommands: { run: EXEC, shell: EXEC, activate: EXEC } },
  {
    names: ['dotenvx', 'doppler', 'infisical', 'op'],
    subcommands: { run: carrierCommand({ remote: true, anywhere: true }) },
  },
  {
    names: ['chamber', 'aws-vault', 'teller', 'summon', 'envconsul'],
    subcommands: { exec: carrierCommand({ remote: true, anywhere: true }), run: EXEC },
  },
  {
    names: ['rbenv', 'pyenv', 'nodenv', 'goenv', 'jenv', 'plenv'],
    subcommands: {
      exec: EXEC,
      versions: QUERY,
      version: QUERY,
      which: QUERY,
      root: QUERY,
      prefix: QUERY,
      shims: QUERY,
    },
  },
  {
    names: ['asdf', 'mise', 'rtx'],
    subcommands: {
      exec: carrierCommand({ remote: true, anywhere: true }),
      x: carrierCommand({ remote: true, anywhere: true }),
      run: carrierCommand({ remote: true, anywhere: true }),
      current: QUERY,
      which: QUERY,
      where: QUERY,
    },
  },
  {
    names: ['volta', 'fnm', 'nvm'],
    subcommands: {
      run: carrierCommand({ remote: true, anywhere: true }),
      exec: carrierCommand({ remote: true, anywhere: true }),
      ls: QUERY,
      list: QUERY,
      current: QUERY,
      which: QUERY,
    },
  },
  {
    names: ['nix-shell'],
    style: GNU,
    runs: '--run= --command=',
    loads: '-p,--packages= -E,--expr= -I=',
    changes: '--pure',
  },
  { names: ['nix'], subcommands: { develop: NIX, shell: NIX, run: NIX } },
  {
    names: ['guix'],
    subcommands: {
      shell: carrierCommand({ anywhere: true }),
      environment: carrierCommand({ anywhere: true }),
    },
  },
]

/** Names of those that raise privilege. */
export const PRIVILEGE_NAMES = lazy(
  () => new Set(CARRIERS().flatMap(({ names, privilege }) => (privilege === true ? names : []))),
)

/** The table entries of all carriers. */
export const CARRIER_TABLE: Table = () => [
  ...CARRIERS().map(carrier),
  ...ENVIRONMENTS(carrierCommand(NIX_RUN), carrierCommand({ remote: true })),
]
