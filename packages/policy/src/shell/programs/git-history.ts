import { DIFF, WALK } from './git-diff-options.ts'
import { PRINTS } from './git-objects.ts'
import { readDiff, readLog, readShow } from './git-shows.ts'
import type { CommandSpec, FactsPatch, ParsedArgs, ProgramFacts } from './spec.ts'

/** Subcommands that show history and differences. */
export const gitHistory = (): Readonly<Record<string, CommandSpec>> => ({
  log: { ...LOG, read: readLog },
  show: LOG,
  whatchanged: { ...LOG, read: readLog },
  shortlog: {
    ...LOG,
    options: `${DIFF} ${WALK} -s,--summary -n,--numbered -c,--committer -e,--email --no-summary --no-numbered --no-committer --no-email --group= -w[=]`,
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
})

/** Shows history or differences. */
export const SHOWS = {
  readonly: true,
  writes: '--output=',
  starts: '--ext-diff --textconv --show-signature',
  reads: '-O=',
  read: readShow,
} satisfies CommandSpec

const LOG: CommandSpec = { ...SHOWS, options: `${DIFF} ${WALK}` }

function readFormatPatch(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const shown = { ...facts, ...readShow(args, facts) }
  if (args.has('--stdout')) return shown
  return {
    ...shown,
    notReadonly: shown.notReadonly ?? { because: 'not-readonly', program: 'git format-patch' },
  }
}
