import { display } from '../../model/field.ts'
import type { Hazard, Inner, NotReadonly } from '../../model/part.ts'
import { readAddresses, readNewRemote } from './git-addresses.ts'
import { LISTING, PRINTS } from './git-objects.ts'
import { readConfig } from './git-settings.ts'
import { readFormats } from './git-shows.ts'
import { besideWorkspace } from './git-worktrees.ts'
import {
  POSIX,
  WORDS,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
} from './spec.ts'

/** Subcommands that list, but change something with other words. */
export const gitLists = (): Readonly<Record<string, CommandSpec>> => ({
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
      add: { read: readNewRemote, arity: 3 },
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
})

/** `branch x` and `tag x` create one; with a listing option the operands are patterns. */
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
