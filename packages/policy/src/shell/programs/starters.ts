import { display, textField } from '../../model/field.ts'
import { carrier, carrierCommand } from './carrier.ts'
import { GNU, MODERN, POSIX, SINGLE_DASH, type Inner, type ParsedOption, type Table } from './spec.ts'

/** Miscellaneous programs with options that start others or load something to run: a rule for the program does not cover these. */
export const STARTERS: Table = () => [
  // Other version control.
  {
    names: ['hg', 'chg', 'rhg'],
    queries: '--version --help version help',
    style: GNU,
    inherited: true,
    options:
      '-R,--repository= --cwd= -q,--quiet -v,--verbose -y,--noninteractive --pager= --color= --encoding=',
    configures: '--config=',
    starts: '--debugger --profile -e,--ssh= --remotecmd= -p,--program= --editor -t,--tool=',
    arity: 2,
  },
  {
    names: ['svn', 'svnadmin', 'svnlook'],
    queries: '--version --help',
    style: GNU,
    configures: '--config-option= --config-dir=',
    runs: '--diff-cmd= --diff3-cmd= --editor-cmd=',
    arity: 2,
  },
  {
    names: ['jj', 'fossil', 'bzr', 'p4', 'darcs', 'pijul'],
    queries: '--version --help version help',
    style: MODERN,
    configures: '--config= --config-file= --config-toml=',
    starts: '--tool= --editor=',
    arity: 2,
  },

  // Pickers, downloaders, backups.
  {
    names: ['fzf', 'sk'],
    queries: '--version --help',
    style: GNU,
    runs: '--preview= --become=',
    starts: '--bind= --listen[=] --listen-unsafe[=] --with-shell= --tmux[=] -c,--cmd= -i,--interactive',
    configures: '--history=',
    read: (args, facts) => ({ inner: [...facts.inner, ...args.options.flatMap(boundCommands)] }),
  },
  {
    names: ['yt-dlp', 'youtube-dl', 'gallery-dl'],
    queries: '--version --help -h',
    style: GNU,
    runs: '--exec= --exec-before-download= --netrc-cmd=',
    starts: '--downloader,--external-downloader= --ffmpeg-location= --use-postprocessor= --plugin-dirs=',
    configures: '--config-locations,--config-location= -a,--batch-file= --load-info-json=',
    writes: '--print-to-file=',
    traits: ['download'],
    arity: 0,
  },
  {
    names: ['restic', 'borg', 'borgmatic', 'duplicity', 'kopia'],
    queries: '--version version --help -h',
    style: MODERN,
    runs: '--password-command= --rsh=',
    starts: '-o,--option= --remote-path= --content-from-command --stdin-from-command',
    configures: '-c,--config=',
    arity: 2,
  },
  {
    names: ['certbot', 'letsencrypt', 'acme.sh', 'lego'],
    queries: '--version --help -h',
    style: GNU,
    runs: '--pre-hook= --post-hook= --deploy-hook,--renew-hook= --manual-auth-hook= --manual-cleanup-hook= --run-hook= --reloadcmd=',
    configures: '-c,--config= --config-dir= --server=',
    arity: 2,
  },

  // Networks and devices.
  {
    names: ['tcpdump', 'tshark', 'dumpcap'],
    queries: '--version --help -h',
    style: POSIX,
    starts: '-z=',
    loads: '-X= -F=',
    writes: '-w= -b=',
    arity: 0,
  },
  {
    names: ['openvpn', 'wg-quick', 'vpnc', 'openconnect'],
    queries: '--version --help',
    style: SINGLE_DASH,
    starts:
      '--up= --down= --route-up= --ipchange= --tls-verify= --auth-user-pass-verify= --client-connect= --learn-address= --script= -s= --plugin=',
    configures: '--config= --cd=',
    arity: 0,
  },
  {
    names: ['sshfs', 'curlftpfs', 'mount.fuse'],
    style: GNU,
    configures: '-o= -F=',
    arity: -1,
  },
  {
    names: ['dnsmasq', 'dhclient', 'udhcpc', 'pppd'],
    style: GNU,
    starts: '-s,--script,-sf,--conf-script,--dhcp-script=',
    configures: '-C,--conf-file,-cf=',
    arity: 0,
  },
  {
    names: ['minicom', 'picocom', 'cu', 'tip'],
    style: GNU,
    starts: '-S,--script,--send-cmd,--receive-cmd= -C=',
    arity: 0,
  },

  // Documents and pictures.
  {
    names: ['enscript', 'a2ps', 'dvips', 'groff', 'troff'],
    queries: '--version --help',
    style: GNU,
    starts: '-I,--filter= -P= -X= -U -z',
    configures: '-R0',
    writes: '-o,--output= -p=',
  },
  {
    names: ['gm', 'scrot', 'feh', 'xdotool'],
    queries: '-version --version --help',
    style: SINGLE_DASH,
    starts: '-e,--exec= --action= -launch',
    loads: '-script=',
  },

  // These start programs, whatever the words.
  carrier({
    names: [
      'aa-exec',
      'aoss',
      'pexec',
      'multitime',
      'openvt',
      'grc',
      'ksu',
      'genie',
      'agetty',
      'run-one',
      'uclampset',
      'envchain',
      'with-contenv',
      'daemon',
      'task-spooler',
      'pueue',
      'rust-parallel',
      'zellij',
      'keychain',
    ],
    anywhere: true,
  }),
  carrier({ names: ['runcon', 'trickle', 'libfaketime', 'i386', 'sparc64'], anywhere: true }),
  carrier({
    names: ['pdsh', 'clush', 'pssh', 'parallel-ssh', 'rsh', 'adb'],
    anywhere: true,
    remote: true,
  }),
  {
    names: ['lxc', 'incus', 'apptainer', 'singularity'],
    queries: 'version --version --help -h',
    subcommands: {
      exec: carrierCommand({ remote: true, anywhere: true }),
      run: carrierCommand({ remote: true, anywhere: true }),
      shell: { hazard: 'starts' },
    },
    arity: 2,
  },
  {
    names: ['vault'],
    queries: 'version --version --help -h',
    subcommands: { ssh: carrierCommand({ remote: true, anywhere: true }) },
    arity: 2,
  },
  carrier({ names: ['codex', 'ctr', 'nerdctl-run', 'runc', 'crun'], anywhere: true, remote: true }),
  {
    names: ['rpmquery', 'rpmverify', 'rpmdb', 'rpmspec'],
    queries: '--version --help',
    style: GNU,
    starts: '--pipe= -E,--eval=',
    configures: '-D,--define= --macros= --rcfile= --load=',
  },
]

/** `--bind 'enter:execute(CMD)'`, `become`, `reload`, `transform` and similar actions, in any brackets. */
function boundCommands({ names, value }: ParsedOption): readonly Inner[] {
  if (!names.includes('--bind') || value === undefined) return []
  const found = display(value).matchAll(
    /\b(?:execute(?:-silent|-multi)?|become|reload(?:-sync)?|preview|transform[\w-]*)(?:\(([^)]*)\)|\[([^\]]*)\]|\{([^}]*)\}|:(.*))/g,
  )
  return [...found].map(([, ...groups]) => ({
    kind: 'script',
    text: textField(groups.find((group) => group !== undefined) ?? '', value.range, { quoted: true }),
  }))
}
