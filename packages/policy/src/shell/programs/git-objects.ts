import { literal, type Field } from '../../model/field.ts'
import type { Touch } from '../../model/part.ts'
import { readFormats, treePaths } from './git-shows.ts'
import { writesElsewhere } from './hazard-relief.ts'
import type { CommandSpec, ParsedArgs } from './spec.ts'

/** Subcommands that show the state and objects. */
export const gitObjects = (): Readonly<Record<string, CommandSpec>> => ({
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
      '--[no-]cached --no-index --index --[no-]untracked --[no-]exclude-standard --[no-]recurse-submodules -a,--[no-]text --no-textconv -i,--[no-]ignore-case -I --max-depth= -r,--recursive --no-recursive -w,--[no-]word-regexp -v,--[no-]invert-match -h -H --[no-]full-name -E,--extended-regexp -G,--basic-regexp -P,--perl-regexp -F,--fixed-strings -n,--[no-]line-number --[no-]column -l,--[no-]files-with-matches,--[no-]name-only -L,--files-without-match -z,--[no-]null -o,--[no-]only-matching -c,--[no-]count --color[=] --no-color --[no-]break --[no-]heading -p,--[no-]show-function -C,--context= -A,--after-context= -B,--before-context= -W,--[no-]function-context -m,--max-count= --threads= -e= --and --or --not --[no-]all-match -q,--[no-]quiet --no-ext-grep -#',
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
})

/** It has no harmful word: every option only selects what is printed. */
export const PRINTS: CommandSpec = { readonly: true, anyOption: true }

/** Options of everything that lists references. */
export const LISTING =
  '--contains,--no-contains,--with,--without= --merged= --no-merged= --points-at= --sort= --column[=] --no-column --color[=] --no-color --format= -i,--ignore-case --no-sort --omit-empty'

/** Words after the pattern of `git grep` are revisions or paths. */
function grepPaths({ operands, has, rest }: ParsedArgs): readonly Touch[] {
  const dash = rest.findIndex((field) => literal(field) === '--')
  const before = operands.filter((field) => dash === -1 || rest.indexOf(field) < dash)
  return before.slice(has('-e', '-f') ? 0 : 1).map((path) => ({ act: 'read', path, recursive: false }))
}

/** A path that is read. */
export function readPath(path: Field): Touch {
  return { act: 'read', path, recursive: false }
}
