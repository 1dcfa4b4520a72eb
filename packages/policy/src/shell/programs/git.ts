import { display, knownPrefix, literal, textField, type Field, type Piece } from '../field.ts'
import type { Hazard, Inner, NotReadonly, Touch } from '../part.ts'
import { fieldFrom } from './options.ts'
import { relieve, writesElsewhere } from './hazard-relief.ts'
import { isInWorkspace } from './places.ts'
import {
  POSIX,
  WORDS,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ParsedOption,
  type ProgramFacts,
  type Table,
} from './spec.ts'

/** Options of everything that shows differences. */
const DIFF =
  '-p,-u,--patch -s,--no-patch -U,--unified[=] --output-indicator-new= --output-indicator-old= --output-indicator-context= --raw --patch-with-raw -t --[no-]indent-heuristic --[no-]minimal --patience --histogram --anchored= --diff-algorithm= --stat[=] --stat-width= --stat-name-width= --stat-graph-width= --stat-count= --[no-]compact-summary --numstat --shortstat -X,--dirstat[=] --cumulative --dirstat-by-file[=] --summary --patch-with-stat -z --name-only --name-status --submodule[=] --color[=] --no-color --color-moved[=] --no-color-moved --color-moved-ws= --no-color-moved-ws --word-diff[=] --word-diff-regex= --color-words[=] --no-renames --[no-]rename-empty --check --ws-error-highlight= --[no-]full-index --binary --abbrev[=] --no-abbrev -B,--break-rewrites[=] -M,--find-renames[=] -C,--find-copies[=] --[no-]find-copies-harder -D,--irreversible-delete -l= --diff-filter= -S= -G= --find-object= --pickaxe-all --pickaxe-regex --skip-to= --rotate-to= -R --relative[=] --no-relative -a,--text --no-text --ignore-cr-at-eol --ignore-space-at-eol -b,--ignore-space-change -w,--ignore-all-space --ignore-blank-lines -I,--ignore-matching-lines= --inter-hunk-context= -W,--function-context --no-function-context --[no-]exit-code --no-ext-diff --no-textconv --ignore-submodules[=] --src-prefix= --dst-prefix= --no-prefix --default-prefix --line-prefix= --ita-invisible-in-index --ita-visible-in-index -q,--quiet --no-quiet -c --cc -m -r --combined-all-paths --diff-merges= --no-diff-merges --dd --remerge-diff --cached --staged --merge-base --no-index --follow --no-follow -0 -1,--base -2,--ours -3,--theirs -#'

/** Options of everything that walks history, beside those for differences. */
const WALK =
  '--decorate[=] --no-decorate --decorate-refs= --decorate-refs-exclude= --clear-decorations --source --[no-]mailmap --[no-]use-mailmap --full-diff --log-size -L= -n,--max-count= --skip= --since,--after= --since-as-filter= --until,--before= --max-age= --min-age= --author= --committer= --grep-reflog= --grep= --all-match --invert-grep -i,--regexp-ignore-case --basic-regexp -E,--extended-regexp -F,--fixed-strings -P,--perl-regexp --remove-empty --merges --no-merges --min-parents= --max-parents= --no-min-parents --no-max-parents --first-parent --exclude-first-parent-only --not --all --branches[=] --tags[=] --remotes[=] --glob= --exclude= --exclude-hidden= --reflog --alternate-refs --single-worktree --ignore-missing --bisect --bisect-vars --bisect-all --stdin --cherry-mark --cherry-pick --left-only --right-only --cherry -g,--walk-reflogs --merge --boundary --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges --ancestry-path[=] --date-order --author-date-order --topo-order --reverse --no-walk[=] --do-walk --pretty[=] --format= --abbrev-commit --no-abbrev-commit --oneline --encoding= --expand-tabs[=] --no-expand-tabs --notes[=] --no-notes --show-notes[=] --show-notes-by-default --[no-]standard-notes --no-show-signature --relative-date --date= --parents --children --left-right --graph --no-graph --show-linear-break[=] --disk-usage[=] --use-bitmap-index --progress= --objects --in-commit-order --objects-edge --objects-edge-aggressive --indexed-objects --unpacked --object-names --no-object-names --filter= --no-filter --filter-provided-objects --filter-print-omitted --missing= --exclude-promisor-objects --header --commit-header --no-commit-header --timestamp --count --root --show-tree-size'

/** Shows history or differences. */
const SHOWS = {
  readonly: true,
  writes: '--output=',
  starts: '--ext-diff --textconv --show-signature',
  reads: '-O=',
  read: readShow,
} satisfies CommandSpec

const LOG: CommandSpec = { ...SHOWS, options: `${DIFF} ${WALK}` }
/** Without any harmful word: every option of these only chooses what is printed. */
const PRINTS: CommandSpec = { readonly: true, anyOption: true }
/** Talks to another repository: the program at the other end can be chosen. */
const TALKS = { runs: '--upload-pack,--exec=', read: readAddresses } satisfies CommandSpec

const FETCH_OPTIONS =
  '-v,--verbose -q,--quiet --all --set-upstream -a,--append --atomic -f,--force -m,--multiple -t,--tags -n,--no-tags -j,--jobs= --prefetch -p,--prune -P,--prune-tags --recurse-submodules[=] --no-recurse-submodules --dry-run --[no-]write-fetch-head -k,--keep -u,--update-head-ok --progress --depth= --shallow-since= --shallow-exclude= --deepen= --unshallow --refetch --update-shallow --refmap= -o,--server-option= -4,--ipv4 -6,--ipv6 --negotiation-tip= --negotiate-only --filter= --[no-]auto-maintenance --[no-]auto-gc --[no-]show-forced-updates --stdin'

const LISTING =
  '--contains,--no-contains,--with,--without= --merged= --no-merged= --points-at= --sort= --column[=] --no-column --color[=] --no-color --format= -i,--ignore-case --no-sort --omit-empty'

/** Names for which an option may write or start, so that offers never come with one. */
export const GIT: Table = () => [
  {
    names: ['git'],
    readonly: true,
    queries: '--version --help -v -h --html-path --man-path --info-path --exec-path',
    style: POSIX,
    options:
      '-C= -P,--no-pager --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --no-lazy-fetch --no-advice',
    changes: '-p,--paginate --namespace=',
    configures:
      '-c= --config-env= --exec-path[=] --git-dir= --work-tree= --bare --super-prefix= --attr-source=',
    around: readGlobals,
    subcommands: {
      // History and differences.
      log: { ...LOG, read: readLog },
      show: LOG,
      whatchanged: { ...LOG, read: readLog },
      shortlog: {
        ...LOG,
        options: `${DIFF} ${WALK} -s,--summary -n,--numbered -c,--committer -e,--email --group= -w[=]`,
      },
      'rev-list': LOG,
      diff: { ...SHOWS, options: DIFF, read: readDiff },
      'diff-tree': { ...LOG, options: `${DIFF} ${WALK} --no-commit-id -v --always` },
      'diff-index': LOG,
      'diff-files': LOG,
      'range-diff': {
        ...SHOWS,
        options: `${DIFF} --creation-factor= --no-dual-color --dual-color --notes[=] --no-notes --left-only --right-only`,
      },
      'format-patch': {
        ...SHOWS,
        options: `${DIFF} ${WALK} --stdout -k,--keep-subject -N,--no-numbered --numbered --no-stat --signoff --subject-prefix= --zero-commit --base=`,
        writes: '--output= -o,--output-directory=',
        read: readFormatPatch,
      },
      blame: {
        ...SHOWS,
        options:
          '-b --root --show-stats -L= -l -t --reverse --first-parent -p,--porcelain --line-porcelain --incremental --encoding= --date= --[no-]progress -M[=] -C[=] --ignore-rev= --color-lines --color-by-age -c --score-debug -f,--show-name -n,--show-number -s -e,--show-email -w --abbrev= --since= --minimal --diff-algorithm=',
        reads: '-S= --contents= --ignore-revs-file=',
        operands: { act: 'read' },
      },
      annotate: { ...SHOWS, options: '-b -L= -l -t -s -e -w -M[=] -C[=]', operands: { act: 'read' } },
      cherry: PRINTS,
      reflog: {
        subcommands: { show: LOG, list: PRINTS, exists: PRINTS, expire: {}, delete: {}, drop: {} },
        fallback: LOG,
        arity: 2,
      },
      stash: {
        subcommands: {
          list: LOG,
          show: { ...LOG, options: `${DIFF} ${WALK} --include-untracked --only-untracked -u` },
          push: {},
          save: {},
          pop: {},
          apply: {},
          drop: {},
          clear: {},
          branch: {},
          create: {},
          store: {},
          export: {},
          import: {},
        },
        fallback: { arity: 2 },
      },

      // State and objects.
      status: {
        readonly: true,
        options:
          '-v,--verbose -s,--short -b,--branch --show-stash --[no-]ahead-behind --porcelain[=] --long -z,--null -u,--untracked-files[=] --no-untracked-files --ignored[=] --ignore-submodules[=] --column[=] --no-column --no-renames --find-renames[=] --renames --no-verbose --no-short --no-branch',
      },
      'rev-parse': PRINTS,
      'ls-files': PRINTS,
      'ls-tree': PRINTS,
      describe: PRINTS,
      'merge-base': PRINTS,
      'name-rev': PRINTS,
      'count-objects': PRINTS,
      'show-ref': PRINTS,
      'show-branch': PRINTS,
      'check-ignore': PRINTS,
      'check-attr': PRINTS,
      'check-mailmap': PRINTS,
      'check-ref-format': PRINTS,
      'verify-pack': PRINTS,
      'patch-id': PRINTS,
      stripspace: PRINTS,
      var: PRINTS,
      version: PRINTS,
      'for-each-ref': {
        readonly: true,
        anyOption: true,
        options: `${LISTING} --count= -s,--shell -p,--perl --python --tcl --exclude= --stdin --start-after= --include-root-refs`,
        read: readFormats,
      },
      'cat-file': {
        readonly: true,
        options:
          '-t -s -e -p --allow-unknown-type --[no-]use-mailmap --[no-]mailmap --batch[=] --batch-check[=] --batch-command[=] --batch-all-objects --buffer --follow-symlinks --unordered -z -Z --path= --filter= --no-filter',
        starts: '--textconv --filters',
        read: (args, facts) => ({ touches: [...facts.touches, ...treePaths(args)] }),
      },
      'hash-object': {
        readonly: true,
        options: '-t= --stdin --stdin-paths --no-filters --literally --path=',
        changes: '-w',
        operands: { act: 'read' },
      },
      grep: {
        readonly: true,
        options:
          '--cached --no-index --index --untracked --[no-]exclude-standard --recurse-submodules -a,--text --no-textconv -i,--ignore-case -I --max-depth= -r,--recursive --no-recursive -w,--word-regexp -v,--invert-match -h -H --full-name -E,--extended-regexp -G,--basic-regexp -P,--perl-regexp -F,--fixed-strings -n,--line-number --column -l,--files-with-matches,--name-only -L,--files-without-match -z,--null -o,--only-matching -c,--count --color[=] --no-color --break --heading -p,--show-function -C,--context= -A,--after-context= -B,--before-context= -W,--function-context -m,--max-count= --threads= -e= --and --or --not --all-match -q,--quiet --no-ext-grep -#',
        reads: '-f=',
        read: (args, facts) => ({ touches: [...facts.touches, ...treePaths(args), ...grepPaths(args)] }),
        runs: '-O,--open-files-in-pager[=]',
        starts: '--textconv --ext-grep',
      },
      archive: {
        readonly: true,
        options: '--format= -l,--list -v,--verbose --prefix= --worktree-attributes --mtime= -#',
        read: (args, facts) => ({
          touches: [...facts.touches, ...treePaths(args), ...args.operands.slice(1).map(readPath)],
        }),
        reads: '--add-file= --add-virtual-file=',
        writes: '-o,--output=',
        runs: '--exec=',
        starts: '--remote=',
      },
      bundle: {
        subcommands: {
          verify: PRINTS,
          'list-heads': PRINTS,
          create: {
            read: (args, facts) => ({
              hazards: [...facts.hazards, ...writesElsewhere([args.operands[0]], args)],
            }),
          },
          unbundle: {},
        },
      },
      'symbolic-ref': {
        readonly: true,
        options: '-q,--quiet --short --recurse --no-recurse',
        changes: '-d,--delete -m=',
        operands: { max: 1 },
      },
      help: {
        readonly: true,
        options:
          '-a,--all -g,--guides -c,--config --no-external-commands --no-aliases --user-interfaces --developer-interfaces -v,--verbose',
        starts: '-w,--web -i,--info -m,--man',
        operands: { max: 0 },
      },

      // Listing forms of commands that change.
      branch: {
        readonly: true,
        options: `${LISTING} -v,--verbose -q,--quiet --no-verbose -r,--remotes -a,--all --abbrev[=] --no-abbrev -l,--list --show-current`,
        changes:
          '-t,--track[=] --no-track --set-upstream -u,--set-upstream-to= --unset-upstream -d,--delete -D -m,--move -M -c,--copy -C --create-reflog --edit-description -f,--force --recurse-submodules',
        read: (args, facts) =>
          readFormats(args, {
            ...facts,
            ...listing(args, facts, ['-l', '--contains', '--merged', '--no-merged', '--points-at']),
          }),
      },
      tag: {
        readonly: true,
        options: `${LISTING} -l,--list -n[=]`,
        changes:
          '-d,--delete -a,--annotate -m,--message= -F,--file= -e,--edit -s,--sign --no-sign --cleanup= -u,--local-user= -f,--force --create-reflog --trailer=',
        starts: '-v,--verify',
        read: (args, facts) =>
          readFormats(args, {
            ...facts,
            ...listing(args, facts, ['-l', '-n', '--contains', '--merged', '--no-merged', '--points-at']),
          }),
      },
      remote: {
        readonly: true,
        options: '-v,--verbose',
        subcommands: {
          'get-url': { readonly: true, options: '--push --all' },
          show: {
            readonly: true,
            options: '-n',
            read: (args, facts) =>
              args.has('-n') || args.operands.length === 0
                ? {}
                : {
                    notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: 'git remote show' },
                  },
          },
          add: { read: readAddresses, arity: 3 },
          'set-url': { read: readAddresses },
          rename: {},
          rm: {},
          remove: {},
          'set-head': {},
          'set-branches': {},
          prune: {},
          update: {},
        },
      },
      config: {
        readonly: true,
        options:
          '--global --system --local --worktree --get --get-all --get-regexp --get-urlmatch -l,--list --fixed-value --get-color --get-colorbool --type= --bool --int --bool-or-int --bool-or-str --path --expiry-date -z,--null --name-only --[no-]includes --show-origin --show-scope --show-names --default= --all --regexp --value= --url= --no-type --blob=',
        reads: '-f,--file=',
        changes:
          '--replace-all --add --unset --unset-all --rename-section --remove-section -e,--edit --append --comment=',
        read: readConfig,
      },
      worktree: {
        subcommands: {
          list: { readonly: true, options: '--porcelain -v,--verbose --expire= -z' },
          add: { options: '-b= -B= --reason= --orphan', anyOption: true, read: besideWorkspace },
          prune: {},
          lock: {},
          unlock: {},
          move: {},
          remove: {},
          repair: {},
        },
      },
      notes: {
        readonly: true,
        options: '--ref=',
        subcommands: {
          list: PRINTS,
          show: PRINTS,
          'get-ref': PRINTS,
          add: {},
          copy: {},
          append: {},
          edit: {},
          merge: {},
          remove: {},
          prune: {},
        },
      },
      submodule: {
        readonly: true,
        options: '--quiet -q --cached --recursive',
        subcommands: {
          status: { readonly: true, options: '--cached --recursive -q,--quiet' },
          summary: { readonly: true, options: '--cached --files -n,--summary-limit=' },
          foreach: { style: POSIX, options: '--recursive -q,--quiet', read: readForeach, arity: -1 },
          add: { read: readAddresses },
          init: {},
          deinit: {},
          update: {},
          'set-branch': {},
          'set-url': {},
          sync: {},
          absorbgitdirs: {},
        },
      },
      bisect: {
        subcommands: {
          log: PRINTS,
          terms: PRINTS,
          start: {},
          bad: {},
          new: {},
          good: {},
          old: {},
          next: {},
          reset: {},
          replay: {},
          skip: {},
          view: {},
          visualize: {},
          run: { style: WORDS, read: readBisectRun, arity: -1 },
        },
      },

      // Commands that change, with what is known about their hazards.
      push: {
        options:
          '-v,--verbose -q,--quiet --repo= --all,--branches --tags -n,--dry-run --porcelain --no-force-with-lease --force-if-includes --recurse-submodules= --no-recurse-submodules --[no-]thin -u,--set-upstream --[no-]progress --[no-]verify --follow-tags --no-follow-tags --signed[=] --no-signed --atomic -o,--push-option= -4,--ipv4 -6,--ipv6 -f,--force --force-with-lease[=] --mirror -d,--delete --prune',
        runs: '--receive-pack,--exec=',
        breakers: [{ kind: 'git-force-push', options: '-f --force-with-lease --mirror -d --prune' }],
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
        read: (args, facts) =>
          args.has('--stat', '--numstat', '--summary', '--check') && !args.has('--apply')
            ? {}
            : { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: 'git apply' } },
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
      // What others are built of.
      'fetch-pack': { runs: '--upload-pack,--exec=', read: readAddresses },
      'send-pack': { runs: '--receive-pack,--exec=', read: asPush },
      'http-push': { read: asPush },
      'remote-http': { hazard: 'starts', read: asPush },
      'remote-https': { hazard: 'starts', read: asPush },
      'remote-ext': { hazard: 'starts' },
      'remote-fd': { hazard: 'starts' },
      subtree: { subcommands: { push: { read: asPush }, pull: {}, add: {}, merge: {}, split: {} } },
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
      'sparse-checkout': {},
      'read-tree': { writes: '--index-output=' },
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
    },
  },
]

function readGlobals(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const options = args.path.length === 0 ? args.options : args.before
  const planted = options.flatMap(startedByConfig)
  return {
    ...readDirectory(args, facts),
    inner: [...facts.inner, ...planted],
    ...(options.some(configuresElsewhere) ? { hidden: true } : {}),
  }
}

/** The configuration stands in a variable or in another file: what it makes git start is not shown. */
function configuresElsewhere({ names, value }: ParsedOption): boolean {
  const key = value === undefined ? '' : display(value)
  if (names.includes('--config-env')) return PLANTED.test(key) || /^include/i.test(key)
  // A setting that is not known may be any.
  if (names.includes('-c') && value !== undefined && !/^[\w.-]+(?:=|$)/.test(knownPrefix(value))) return true
  return names.includes('-c') && /^include(?:if\..*)?\.path=/i.test(key)
}

const STRATEGIES: ReadonlySet<string> = new Set('ort recursive resolve octopus ours subtree'.split(' '))

/** Rules for `git push` mean other ways to do the same. */
function asPush({ argv, rest }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [git] = argv
  if (git === undefined) return {}
  const push = [textField('git', git.range), textField('push', git.range), ...rest]
  return { spellings: [...facts.spellings, push] }
}

function besideWorkspace(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return { hazards: [...facts.hazards, ...elsewhereThanBeside(args.operands[0], args)] }
}

/** A further tree of the work usually lies beside the first. */
function elsewhereThanBeside(field: Field | undefined, args: ParsedArgs): readonly Hazard[] {
  const sibling = field !== undefined && /^\.\.\/\w[^/]*\/?$/.test(literal(field) ?? '')
  return sibling ? [] : writesElsewhere([field], args)
}

/** `-c alias.x='!cmd' x`, `-c core.pager=cmd log`: the value is started. */
function startedByConfig({ names, value }: ParsedOption): readonly Inner[] {
  if (!names.includes('-c') || value === undefined) return []
  const [, key = '', mark] = /^([^=]+)=(!?)/.exec(knownPrefix(value)) ?? []
  if (mark === undefined || !PLANTED.test(key)) return []
  const text = fieldFrom(value, key.length + 1 + mark.length)
  // An alias without `!` is a command of git.
  const isGit = mark === '' && /^alias\./i.test(key)
  return [{ kind: 'script', text: isGit ? prefixed('git ', text) : text }]
}

function prefixed(start: string, field: Field): Field {
  const [first, ...rest] = field.pieces
  const pieces =
    first?.kind === 'text'
      ? [{ ...first, text: start + first.text }, ...rest]
      : [textPiece(start), ...field.pieces]
  return { ...field, pieces }
}

function textPiece(text: string): Piece {
  return { kind: 'text', text }
}

/** Outside the workspace is another repository, with its own configuration. */
function readDirectory({ before, program, context }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const named = before.filter(({ names, value }) => names.includes('-C') && value !== undefined)
  const outside = named.find(({ value }) => value !== undefined && !isInWorkspace(value, context))
  if (outside?.value !== undefined) {
    const argument = `-C ${display(outside.value)}`
    const { range } = outside.field
    return {
      notReadonly: facts.notReadonly ?? { because: 'not-readonly', program, argument },
      hazards: [...facts.hazards, { kind: 'configures', option: argument, range, spellings: ['-C'] }],
    }
  }
  if (named.length > 0 || isInWorkspace(textField('.', NOWHERE), context)) return {}
  return { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program } }
}

const NOWHERE = { start: 0, end: 0 }

function readShow(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const formatted = readFormats(args, facts)
  return { ...formatted, touches: [...facts.touches, ...treePaths(args)] }
}

/** A word that is no revision may be a path. */
function readDiff(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const shown = readShow(args, facts)
  const named = args.operands.filter((field) => !/^$|\.\.|[~^:]|@\{/.test(knownPrefix(field)))
  const files = named.map((path): Touch => ({ act: 'read', path, recursive: false }))
  return { ...shown, touches: [...(shown.touches ?? []), ...files] }
}

/** `git log -p .env`; behind `--` they are paths anyway. */
function readLog(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return args.dashes ? readShow(args, facts) : readDiff(args, facts)
}

function readPath(path: Field): Touch {
  return { act: 'read', path, recursive: false }
}

/** What stands behind the pattern of `git grep` is a revision or a path. */
function grepPaths({ operands, has, rest }: ParsedArgs): readonly Touch[] {
  const dash = rest.findIndex((field) => literal(field) === '--')
  const before = operands.filter((field) => dash === -1 || rest.indexOf(field) < dash)
  return before.slice(has('-e', '-f') ? 0 : 1).map((path) => ({ act: 'read', path, recursive: false }))
}

/** `%G?` and `%(signature)` start the configured gpg program; an unknown format may hold them. */
function readFormats(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const signed = args.options.find(({ names, value }) => {
    if (value === undefined || !(names.includes('--format') || names.includes('--pretty'))) return false
    return literal(value) === undefined || /%[-+ ]?G|%\([^)]*signature/.test(display(value))
  })
  const { notReadonly, hazards } = facts
  if (signed === undefined) return notReadonly === undefined ? { hazards } : { notReadonly, hazards }
  const option = signed.written
  const program = [args.program, ...args.path].join(' ')
  return {
    notReadonly: notReadonly ?? { because: 'not-readonly', program, argument: option },
    hazards: [...hazards, { kind: 'starts', option, range: signed.field.range, spellings: [option] }],
  }
}

/** `HEAD:path` and `--`-separated paths are read. */
function treePaths({ operands, rest, dashes }: ParsedArgs): readonly Touch[] {
  const dash = rest.findIndex((field) => literal(field) === '--')
  const behind = dashes && dash !== -1 ? rest.slice(dash + 1) : []
  const named = operands
    .filter((field) => !behind.includes(field))
    .flatMap((field) => {
      // `:path` and `:2:path` are of the index, `:/text` looks for a message.
      const start = /^[^:]*:(?!\/)(?:[0-3]:)?/.exec(knownPrefix(field))?.[0]
      return start === undefined ? [] : [fieldFrom(field, start.length)]
    })
  return [...named, ...behind].map((path): Touch => ({ act: 'read', path, recursive: false }))
}

function readFormatPatch(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const shown = { ...facts, ...readShow(args, facts) }
  if (args.has('--stdout')) return shown
  return {
    ...shown,
    notReadonly: shown.notReadonly ?? { because: 'not-readonly', program: 'git format-patch' },
  }
}

/** `branch x` and `tag x` make one; with a listing option the operands are patterns. */
function listing(
  args: ParsedArgs,
  facts: ProgramFacts,
  lists: readonly string[],
): { readonly notReadonly?: NotReadonly } {
  const [first] = args.operands
  if (facts.notReadonly !== undefined || first === undefined || args.has(...lists)) return {}
  return {
    notReadonly: { because: 'not-readonly', program: `git ${args.path.join(' ')}`, argument: display(first) },
  }
}

const CONFIG_READS = [
  '--get',
  '--get-all',
  '--get-regexp',
  '--get-urlmatch',
  '-l',
  '--get-color',
  '--get-colorbool',
]

/** One name alone is read, two are written. */
function readConfig(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first] = args.operands
  const word = first === undefined ? '' : (literal(first) ?? '')
  const asks = args.has(...CONFIG_READS) || word === 'get' || word === 'list'
  const drops = args.has('--unset', '--unset-all', '--rename-section', '--remove-section', '-e')
  const one = args.operands.length === 1 && word.includes('.') && !drops
  if (asks || one) return {}
  const argument = args.operands.map(display).join(' ')
  return {
    notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: 'git config', argument },
    touches: [...facts.touches, ...plantedIn(args)],
  }
}

/** Keys whose value git starts, loads or follows later. */
const PLANTED =
  /^(?:core\.(?:hookspath|pager|editor|sshcommand|fsmonitor|askpass|gitproxy|attributesfile|worktree)|alias\.|pager\.|credential\.|diff\.(?:external|.*\.(?:command|textconv))|difftool\.|merge\.(?:tool|.*\.driver)|mergetool\.|filter\.|gpg\.|sequence\.editor|browser\.|man\.|web\.|include(?:if)?\.|init\.templatedir|uploadpack\.|receive\.|remote\..*\.(?:uploadpack|receivepack|vcs|proxy)|protocol\.|submodule\..*\.update|trailer\.|sendemail\.|interactive\.difffilter|http\.|url\.|commit\.template|tar\.)/i

/** The configuration file that gets such a key; a key that is not known may be one. */
function plantedIn(args: ParsedArgs): readonly Touch[] {
  const key = args.operands.find((field) => !CONFIG_VERBS.has(literal(field) ?? ''))
  const given = args.value('-f')
  if (given !== undefined) return [{ act: 'write', path: given, recursive: false }]
  if (key === undefined || (literal(key) !== undefined && !PLANTED.test(display(key)))) return []
  const file = textField(configFile(args), key.range)
  return [{ act: 'write', path: file, recursive: false }]
}

const CONFIG_VERBS: ReadonlySet<string> = new Set([
  'set',
  'unset',
  'rename-section',
  'remove-section',
  'edit',
])

function configFile({ has, context }: ParsedArgs): string {
  if (has('--global')) return `${context.place.home}/.gitconfig`
  return has('--system') ? '/etc/gitconfig' : `${context.place.workspace}/.git/config`
}

/** `ext::` hands the rest of the address to a shell. */
function readAddresses({ operands }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const run = operands.filter((field) => knownPrefix(field).startsWith('ext::'))
  if (run.length === 0) return {}
  const hazards = run.map((field): Hazard => ({
    kind: 'starts',
    option: display(field),
    range: field.range,
    spellings: [display(field)],
  }))
  const inner = run.map((field): Inner => ({ kind: 'script', text: fieldFrom(field, 'ext::'.length) }))
  return { hazards: [...facts.hazards, ...hazards], inner: [...facts.inner, ...inner] }
}

/** A remote of this very repository is asked; an address is one of anybody's. */
function readRemoteQuery(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [remote] = args.operands
  const seen = readAddresses(args, facts)
  if (remote !== undefined && /^\w[\w-]*$/.test(literal(remote) ?? '')) return seen
  return { ...seen, notReadonly: facts.notReadonly ?? { because: 'not-readonly', program: 'git ls-remote' } }
}

/** `+ref` forces, `:ref` deletes; an address in place of a remote's name publishes elsewhere. */
function readPush(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const repo = args.value('--repo')
  const refs = repo === undefined ? args.operands.slice(1) : args.operands
  const forced = refs.find((field) => /^(?:\+|:.)/.test(knownPrefix(field)) || isColonHole(field))
  const remote = repo ?? args.operands[0]
  const set = args.before.some(
    ({ names, value }) =>
      names.includes('-c') && value !== undefined && /^(?:remote|url)\./i.test(display(value)),
  )
  const elsewhere = set || (remote !== undefined && isAddress(knownPrefix(remote)))
  const addresses = readAddresses(args, facts)
  return {
    ...addresses,
    traits: elsewhere ? ['publish'] : [],
    ...(forced === undefined || facts.breaker !== undefined
      ? {}
      : { breaker: { kind: 'git-force-push', target: `git push ${display(forced)}` } }),
  }
}

/** `":$B"` deletes whatever branch it names. */
function isColonHole(field: Field): boolean {
  return knownPrefix(field) === ':' && literal(field) === undefined
}

function isAddress(text: string): boolean {
  return text.includes('://') || /^[^/]+:/.test(text) || /^(?:\/|\.\.?(?:\/|$)|~)/.test(text)
}

/** `submodule foreach CMD…`: one word is shell text, more are joined to it. */
function readForeach({ operands }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first, second] = operands
  if (first === undefined) return {}
  const inner: Inner =
    second === undefined ? { kind: 'script', text: first } : { kind: 'argv', argv: operands }
  const hazard: Hazard = { kind: 'starts', option: 'foreach', range: first.range, spellings: ['foreach'] }
  return { inner: [inner], hazards: [...facts.hazards, hazard] }
}

function readBisectRun({ operands }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first] = operands
  if (first === undefined) return {}
  const hazard: Hazard = { kind: 'starts', option: 'run', range: first.range, spellings: ['run'] }
  return { inner: [{ kind: 'argv', argv: operands }], hazards: [...facts.hazards, hazard] }
}

/** `-c clean.requireForce=false` is force too. */
/** Without `-n` files go. */
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

/** Paths behind `--` are overwritten. */
function writtenPaths({ rest }: ParsedArgs): FactsPatch {
  const dash = rest.findIndex((field) => literal(field) === '--')
  if (dash === -1) return {}
  return { touches: rest.slice(dash + 1).map((path): Touch => ({ act: 'write', path, recursive: false })) }
}
