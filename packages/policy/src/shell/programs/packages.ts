import { isAddress } from './addresses.ts'
import {
  GNU,
  MODERN,
  WORDS,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'
import { onlyWords } from './table-parts.ts'
import { spreads } from './touches.ts'

const APT: CommandSpec = {
  style: GNU,
  inherited: true,
  options:
    '-y,--yes,--assume-yes -q,--quiet -qq -s,--simulate,--dry-run -f,--fix-broken -d,--download-only -m,--fix-missing -V -u --no-install-recommends --install-suggests --reinstall --purge --auto-remove -t,--target-release= --only-upgrade --allow-downgrades --no-upgrade --installed --upgradable -a -n --names-only -i',
  configures: '-c,--config-file= --allow-unauthenticated',
  starts: '-o,--option=',
}
const QUERY: CommandSpec = { style: GNU, readonly: true }
const INSTALL: CommandSpec = { style: GNU, arity: 2, read: readInstall }

/** Package managers of systems: queries of what is installed only read. */
export const PACKAGES: Table = () => [
  {
    names: ['apt', 'apt-get', 'aptitude', 'nala'],
    queries: '--version -v --help -h help',
    ...APT,
    subcommands: {
      ...each('list show policy depends rdepends search', QUERY),
      ...each('install reinstall', INSTALL),
      ...each(
        'update upgrade remove purge autoremove full-upgrade dist-upgrade clean autoclean source download build-dep changelog edit-sources',
        { style: GNU, arity: 2 },
      ),
    },
    fallback: { style: GNU, arity: 2 },
  },
  {
    names: ['apt-cache'],
    queries: '--version -v --help -h',
    ...APT,
    subcommands: each('search show policy depends rdepends madison pkgnames stats showpkg showsrc', QUERY),
    fallback: { style: GNU, arity: 2 },
  },
  {
    names: [
      'apt-key',
      'add-apt-repository',
      'apt-file',
      'apt-mark',
      'dpkg-reconfigure',
      'dpkg-divert',
      'update-alternatives',
    ],
    style: GNU,
    arity: 0,
  },
  {
    names: ['dpkg', 'dpkg-query', 'dpkg-deb'],
    queries: '--version --help',
    style: GNU,
    readonly: true,
    options:
      '-l,--list -s,--status -L,--listfiles -S,--search -p,--print-avail -W,--show -f,--showformat= --get-selections --print-architecture --print-foreign-architectures -C,--audit -V,--verify --compare-versions -c,--contents= -I,--info= --no-pager',
    starts: '--pre-invoke= --post-invoke= --status-logger= -D,--debug=',
    configures: '--admindir= --root= --instdir= --force-= --path-include= --path-exclude=',
    changes:
      '-i,--install -r,--remove -P,--purge --configure -a --unpack --set-selections --clear-selections --update-avail --merge-avail --triggers-only -A --record-avail --add-architecture= --remove-architecture= -x,--extract -X,--vextract -e,--control -b,--build --fsys-tarfile',
    arity: 2,
    read: readDpkg,
  },
  {
    names: ['yum', 'dnf', 'dnf5', 'microdnf', 'tdnf', 'zypper', 'rpm', 'rpm-ostree'],
    queries: '--version --help -h',
    style: GNU,
    configures:
      '-c,--config= --setopt= --installroot= --repofrompath= --root= --dbpath= --nogpgcheck --rcfile= --macros= -D,--define= --plus-repo= -C,--cache-dir=',
    starts: '--pipe= -E,--eval=',
    arity: 2,
    // Queries of the list of installed packages.
    read: (args, facts) => ({
      ...readInstall(args, facts),
      ...(args.program === 'rpm' ? onlyWords(args, /^-q[a-zA-Z]*(?: [\w./][\w.+/-]*)*$/) : {}),
    }),
  },
  {
    names: ['pacman', 'yay', 'paru', 'makepkg', 'pamac'],
    queries: '--version -V --help -h',
    style: GNU,
    configures: '--config= --gpgdir= -r,--root= -b,--dbpath= --sysroot= --cachedir=',
    loads: '--hookdir= -p=',
    starts: '--editor= --mflags= --makepkg= --pacman= --git=',
    arity: 2,
    read: readInstall,
  },
  {
    names: ['brew'],
    queries: '--version -v --help -h --prefix --cellar --cache --repository',
    style: MODERN,
    subcommands: {
      ...each('list ls leaves deps', {
        style: MODERN,
        readonly: true,
        options: '--formula --cask --versions -1 -l --full-name --tree --installed --multiple --pinned -q -v',
      }),
      ...each('install reinstall upgrade tap', { style: MODERN, arity: 2, read: readInstall }),
      ...each(
        'info search outdated doctor config update uninstall cleanup services bundle link unlink pin untap',
        { style: MODERN, arity: 2 },
      ),
    },
    fallback: { style: MODERN, arity: 2 },
  },
  {
    names: ['apk'],
    queries: '--version -V --help -h',
    style: GNU,
    configures: '-X,--repository= --repositories-file= --keys-dir= -p,--root= --allow-untrusted',
    arity: 2,
    read: readInstall,
  },
  {
    names: [
      'snap',
      'flatpak',
      'port',
      'emerge',
      'xbps-install',
      'xbps-query',
      'eopkg',
      'swupd',
      'pkg',
      'pkg_add',
      'pkgin',
      'nix-env',
      'nix-build',
      'nix-store',
      'nix-channel',

      'conda-build',
      'choco',
      'winget',
      'scoop',
      'opkg',
      'slackpkg',
      'ipkg',
    ],
    queries: '--version --help -h',
    style: MODERN,
    configures: '--dangerous --from= -f,--file= -I= --source= --arg== --option==',
    arity: 2,
    read: readInstall,
  },
  {
    names: ['ldconfig', 'alien', 'debconf', 'debuild', 'dpkg-buildpackage', 'rpmbuild', 'mock', 'fpm'],
    style: WORDS,
    arity: 0,
  },
]

function each(names: string, spec: CommandSpec): Readonly<Record<string, CommandSpec>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, spec]))
}

function readInstall({ operands }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return operands.some(isAddress) ? { traits: [...facts.traits, 'install-from-address'], arity: 0 } : {}
}

/** Only with one of the querying actions. */
function readDpkg(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const { options, program, operands } = args
  const target = args.has('-x', '-X') && operands.length > 1 ? operands.at(-1) : undefined
  if (target !== undefined) return { touches: [...facts.touches, spreads(target)] }
  const queries = options.some(({ names, effect }) => effect === 'plain' && !names.includes('--no-pager'))
  if (queries || program === 'dpkg-query' || facts.notReadonly !== undefined) return {}
  return { notReadonly: { because: 'not-readonly', program } }
}
