import { display, literal, textField } from '../../model/field.ts'
import type { Inner, Touch } from '../../model/part.ts'
import { asForcedPush, asPush, readAddresses, readPush, readRemoteQuery } from './git-addresses.ts'
import { DIFF } from './git-diff-options.ts'
import { SHOWS } from './git-history.ts'
import { readPath } from './git-objects.ts'
import { readDiff } from './git-shows.ts'
import { besideWorkspace, elsewhereThanBeside } from './git-worktrees.ts'
import { relieve } from './hazard-relief.ts'
import {
  POSIX,
  WORDS,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
} from './spec.ts'
import { spreads } from './touches.ts'
import { wordSet } from '../../word-set.ts'

/** Subcommands that change the repository or another one. */
export const gitChanges = (): Readonly<Record<string, CommandSpec>> => ({
  push: {
    options:
      '-v,--verbose -q,--quiet --repo= --all,--branches --tags -n,--dry-run --porcelain --no-force-with-lease --force-if-includes --recurse-submodules= --no-recurse-submodules --[no-]thin -u,--set-upstream --[no-]progress --[no-]verify --follow-tags --no-follow-tags --signed[=] --no-signed --atomic -o,--push-option= -4,--ipv4 -6,--ipv6 -f,--force --force-with-lease[=] --mirror -d,--delete --prune',
    runs: '--receive-pack,--exec=',
    breakers: [
      { kind: 'git-force-push', options: '-f --force-with-lease --force-if-includes --mirror -d --prune' },
    ],
    read: readPush,
  },
  reset: {
    options:
      '-q,--quiet --[no-]refresh --mixed --soft --hard --merge --keep --[no-]recurse-submodules -p,--patch -N,--intent-to-add --pathspec-from-file= --pathspec-file-nul',
    breakers: [{ kind: 'git-discard', options: '--hard' }],
  },
  clean: {
    readonly: true,
    options: '-q,--quiet -n,--dry-run -f,--force -i,--interactive -d -e,--exclude= -x -X',
    breakers: [{ kind: 'git-discard', options: '-f', unless: '-n' }],
    read: readClean,
  },
  fetch: { ...TALKS, options: FETCH_OPTIONS },
  pull: {
    ...TALKS,
    options: `${FETCH_OPTIONS} -r,--rebase[=] --no-rebase --stat --summary --log[=] --signoff --squash --commit --no-commit --edit --no-edit --cleanup= --ff --no-ff --ff-only --autostash --no-autostash -s,--strategy= -X,--strategy-option= --allow-unrelated-histories -S,--gpg-sign[=]`,
  },
  clone: {
    runs: '-u,--upload-pack=',
    configures: '-c,--config= --template=',
    options:
      '-v,--verbose -q,--quiet --progress --reject-shallow -n,--no-checkout --bare --mirror -l,--local --no-hardlinks -s,--shared --recurse-submodules[=] --recursive -j,--jobs= --reference= --reference-if-able= --dissociate -o,--origin= -b,--branch= --depth= --shallow-since= --shallow-exclude= --single-branch --no-single-branch --no-tags --shallow-submodules --separate-git-dir= --server-option= -4,--ipv4 -6,--ipv6 --filter= --also-filter-submodules --remote-submodules --sparse --bundle-uri= --revision=',
    read: (args, facts) => {
      const { hazards = facts.hazards, ...rest } = readAddresses(args, facts)
      return { ...rest, hazards: [...hazards, ...elsewhereThanBeside(args.operands[1], args)] }
    },
  },
  'ls-remote': {
    ...TALKS,
    readonly: 'query',
    read: readRemoteQuery,
    options:
      '-q,--quiet -t,--tags -h,-b,--heads,--branches --refs --get-url --sort= --exit-code --symref -o,--server-option=',
  },
  init: {
    configures: '--template=',
    options: '-q,--quiet --bare -b,--initial-branch= --shared[=] --object-format= --ref-format=',
    writes: '--separate-git-dir=',
    read: besideWorkspace,
  },
  rebase: {
    runs: '-x,--exec=',
    options:
      '--onto= --keep-base --[no-]verify -q,--quiet -v,--verbose --stat -n,--no-stat --signoff --committer-date-is-author-date --reset-author-date --ignore-date --ignore-whitespace --whitespace= -C= -f,--force-rebase --no-ff --continue --skip --abort --quit --edit-todo --show-current-patch --apply -m,--merge -i,--interactive --rerere-autoupdate --empty= --keep-empty --[no-]autosquash --[no-]update-refs -S,--gpg-sign[=] --[no-]autostash --allow-empty-message -r,--rebase-merges[=] --fork-point -s,--strategy= -X,--strategy-option= --root --reschedule-failed-exec --reapply-cherry-picks',
  },
  difftool: {
    ...SHOWS,
    readonly: false,
    read: readDiff,
    options: `${DIFF} -g,--gui -d,--dir-diff -y,--no-prompt --prompt --no-symlinks --trust-exit-code`,
    runs: '-x,--extcmd=',
    starts: '-t,--tool=',
    arity: 2,
  },
  mergetool: { starts: '-t,--tool=', options: '-y,--no-prompt --prompt -g,--gui' },
  'filter-branch': {
    runs: '--env-filter,--tree-filter,--index-filter,--parent-filter,--msg-filter,--commit-filter,--tag-name-filter,--setup=',
    options: '--subdirectory-filter= --prune-empty --original= -d= -f,--force --state-branch=',
    arity: -1,
  },
  'filter-repo': {
    loads: 'blob commit email filename file-info message name refname reset tag'
      .split(' ')
      .map((name) => `--${name}-callback=`)
      .join(' '),
    arity: -1,
  },
  'submodule--helper': {
    hazard: 'starts',
    read: ({ argv: [git, verb, ...rest] }) =>
      git === undefined || verb === undefined
        ? {}
        : {
            inner: [{ kind: 'argv', argv: [git, textField('submodule', verb.range), ...rest], remote: true }],
          },
  },
  'send-email': {
    runs: '--to-cmd= --cc-cmd= --header-cmd=',
    starts: '--smtp-server= --sendmail-cmd=',
    arity: -1,
    traits: ['send-files'],
  },
  rm: {
    options:
      '-f,--force -n,--dry-run -r --cached --ignore-unmatch -q,--quiet --sparse --pathspec-from-file= --pathspec-file-nul',
    operands: { act: 'remove' },
    read: withoutCached,
  },
  mv: { options: '-f,--force -k -n,--dry-run -v,--verbose', operands: { act: 'remove', last: 'write' } },
  checkout: { read: writtenPaths },
  restore: {
    options:
      '-s,--source= -S,--staged -W,--worktree -p,--patch -q,--quiet --progress --no-progress --ours --theirs -m,--merge --conflict= --ignore-unmerged --ignore-skip-worktree-bits --recurse-submodules --no-recurse-submodules --overlay --no-overlay --pathspec-from-file= --pathspec-file-nul',
    operands: { act: 'write' },
    read: (args) => (args.has('-S') && !args.has('-W') ? { touches: [] } : {}),
  },
  switch: {},
  add: {},
  commit: {},
  merge: {
    options: '-m= -F= -X= --strategy-option= --into-name= --cleanup=',
    starts: '-s,--strategy=',
    read: relieve({ '-s,--strategy': (value) => STRATEGIES.has(literal(value) ?? '') }),
  },
  'cherry-pick': {},
  revert: {},
  am: {},
  apply: {
    readonly: true,
    options: '--stat --numstat --summary --check -p= -R,--reverse -v,--verbose --include= --exclude=',
    writes: '--unsafe-paths --directory=',
    operands: { act: 'read' },
    read: (args, facts) => {
      if (args.has('--stat', '--numstat', '--summary', '--check') && !args.has('--apply')) return {}
      const folder = args.value('--directory')
      return {
        notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: 'git apply' },
        touches: [...facts.touches, ...(folder === undefined ? [] : [spreads(folder)])],
      }
    },
  },
  gc: {},
  prune: {},
  repack: {},
  maintenance: {},
  'update-ref': {},
  'update-index': {},
  replace: {},
  'fast-import': {
    writes: '--export-marks= --export-pack-edges=',
    configures: '--allow-unsafe-features',
    arity: -1,
  },
  'fast-export': { writes: '--export-marks=' },
  // Low-level commands that others are built on.
  'fetch-pack': { runs: '--upload-pack,--exec=', read: readAddresses },
  'send-pack': {
    options:
      '--all --dry-run -f,--force -v,--verbose --thin --atomic --[no-]signed[=] --stdin --helper-status --mirror',
    runs: '--receive-pack,--exec=',
    breakers: [{ kind: 'git-force-push', options: '-f --mirror' }],
    read: asForcedPush,
  },
  'http-push': {
    options: '--all --dry-run -f,--force -v,--verbose -d -D',
    breakers: [{ kind: 'git-force-push', options: '-f -d -D' }],
    read: asForcedPush,
  },
  'remote-http': { hazard: 'starts', read: asPush },
  'remote-https': { hazard: 'starts', read: asPush },
  'remote-ext': { hazard: 'starts' },
  'remote-fd': { hazard: 'starts' },
  subtree: {
    subcommands: {
      push: {
        options: '-P,--prefix= -q,--quiet -d,--debug --rejoin -b,--branch= --annotate= -f,--force',
        breakers: [{ kind: 'git-force-push', options: '-f' }],
        read: asForcedPush,
      },
      pull: {},
      add: {},
      merge: {},
      split: {},
    },
  },
  'merge-index': {
    style: WORDS,
    hazard: 'starts',
    read: ({ operands }) => ({
      inner: operands.slice(0, 1).map((program): Inner => ({ kind: 'argv', argv: [program] })),
    }),
  },
  'checkout-index': {
    anyOption: true,
    writes: '--prefix= --temp',
    read: ({ operands }, facts) => ({ touches: [...facts.touches, ...operands.map(readPath)] }),
  },
  'for-each-repo': {
    style: POSIX,
    options: '--config= --keep-going',
    hazard: 'starts',
    read: ({ argv, operands }) => ({
      inner: [{ kind: 'argv', argv: [...argv.slice(0, 1), ...operands], remote: true }],
    }),
  },
  hook: { hazard: 'starts' },
  // The program that checks signatures is configurable.
  'verify-commit': { hazard: 'starts' },
  'verify-tag': { hazard: 'starts' },
  shell: { runs: '-c=', hazard: 'starts' },
  'upload-pack': { hazard: 'configures' },
  'receive-pack': { hazard: 'configures' },
  'upload-archive': { hazard: 'configures' },
  'http-backend': { hazard: 'configures' },
  'web--browse': { hazard: 'starts' },
  'difftool--helper': { hazard: 'starts' },
  'index-pack': { writes: '-o=' },
  mailsplit: { writes: '-o=' },
  bugreport: { writes: '-o,--output-directory=' },
  diagnose: { writes: '-o,--output-directory=' },
  'multi-pack-index': { writes: '--object-dir=' },
  cvsimport: { hazard: 'starts' },
  'sparse-checkout': { subcommands: { list: { readonly: true } }, fallback: {} },
  'read-tree': {
    options:
      '-m --reset -u -i -n,--dry-run -v --trivial --aggressive --prefix= -q --[no-]recurse-submodules --empty --no-sparse-checkout',
    writes: '--index-output=',
    breakers: [{ kind: 'git-discard', options: '--reset', unless: '-n -i' }],
  },
  'write-tree': {},
  'commit-tree': {},
  'merge-tree': {},
  lfs: {
    subcommands: {
      'ls-files': {
        readonly: true,
        options: '-l,--long -s,--size -a,--all -d,--debug -n,--name-only -j,--json',
      },
      status: { readonly: true, options: '-p,--porcelain -j,--json' },
      env: { readonly: true },
      version: { readonly: true },
    },
    fallback: { arity: 3 },
  },
  svn: {},
  instaweb: { hazard: 'starts' },
  daemon: { hazard: 'starts', arity: -1 },
  credential: { arity: -1 },
  citool: {},
  gui: {},
  mktag: {},
  rerere: {},
  fsck: {
    readonly: true,
    options:
      '--tags --root --unreachable --cache --no-reflogs --full --no-full --connectivity-only --strict -v,--verbose --dangling --no-dangling --progress --no-progress --name-objects',
    changes: '--lost-found',
  },
  'request-pull': {},
})

/** Contacts another repository: the program at the other end can be chosen. */
const TALKS = { runs: '--upload-pack,--exec=', read: readAddresses } satisfies CommandSpec

const FETCH_OPTIONS =
  '-v,--verbose -q,--quiet --all --set-upstream -a,--append --atomic -f,--force -m,--multiple -t,--tags -n,--no-tags -j,--jobs= --prefetch -p,--prune -P,--prune-tags --recurse-submodules[=] --no-recurse-submodules --dry-run --[no-]write-fetch-head -k,--keep -u,--update-head-ok --progress --depth= --shallow-since= --shallow-exclude= --deepen= --unshallow --refetch --update-shallow --refmap= -o,--server-option= -4,--ipv4 -6,--ipv6 --negotiation-tip= --negotiate-only --filter= --[no-]auto-maintenance --[no-]auto-gc --[no-]show-forced-updates --stdin'

const STRATEGIES = wordSet('ort recursive resolve octopus ours subtree')

/** Without `-n` files are removed; `-c clean.requireForce=false` is equivalent to `-f`. */
function readClean({ before, has, options }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  if (options.some(({ names, exact }) => exact && names.includes('-n'))) return {}
  const notReadonly = facts.notReadonly ?? { because: 'not-readonly', program: 'git clean' }
  const lifted = before.some(
    ({ names, value }) =>
      names.includes('-c') && value !== undefined && /^clean\.requireforce\b/i.test(display(value)),
  )
  return lifted && !has('-n')
    ? { notReadonly, breaker: { kind: 'git-discard', target: 'git clean' } }
    : { notReadonly }
}

function withoutCached(args: ParsedArgs, { touches }: ProgramFacts): FactsPatch {
  if (args.has('--cached', '-n')) return { touches: [] }
  return args.has('-r') ? { touches: touches.map((touch) => ({ ...touch, recursive: true })) } : {}
}

/** Paths after `--` are overwritten. */
function writtenPaths({ rest }: ParsedArgs): FactsPatch {
  const dash = rest.findIndex((field) => literal(field) === '--')
  if (dash === -1) return {}
  return { touches: rest.slice(dash + 1).map((path): Touch => ({ act: 'write', path, recursive: false })) }
}
