import { literal, type Field } from './field.ts'

/**
 * True for commands that print hashes or absolute paths and nothing else, so that no word of what they print is an
 * option for whoever gets it. Names of branches, tags and files are none of these: they may begin with anything.
 */
export function printsPlain(argv: readonly Field[]): boolean {
  const [first, second] = argv
  if (first === undefined || second === undefined) return false
  const commands = PLAIN.get(literal(first) ?? '')
  const words = commands?.get(literal(second) ?? '')
  if (words === undefined) return false
  const texts = argv.slice(2).map(literal)
  return !texts.includes(undefined) && words.test(texts.join(' '))
}

/** A revision as people write it: it is printed as it stands when there is none of that name. */
const REVISION = String.raw`[\w@/.][\w@{}~^/.-]*`
const REVISIONS = `${REVISION}(?: ${REVISION})*`
const COUNTS = String.raw`(?:(?:-\d+|-n ?\d+|--max-count=\d+|--no-merges|--first-parent|--all|--reverse) )*`
const HASH = String.raw`(?:(?:-s|--no-patch) )?(?:--format=%[Hh]|--pretty=(?:format:)?%[Hh])`
const GLOBAL = /^(?:-g|--global)?$/
const PACKAGE = /^(?:[a-z][\w@.+-]*)?$/

/** By program and first word, what may follow. */
const PLAIN: ReadonlyMap<string, ReadonlyMap<string, RegExp>> = new Map([
  [
    'git',
    new Map([
      ['merge-base', new RegExp(`^(?:--(?:fork-point|octopus|all) )?${REVISIONS}$`)],
      ['rev-parse', new RegExp(String.raw`^(?:(?:--verify|--short(?:=\d+)?|-q|--quiet) )*${REVISIONS}$`)],
      ['rev-list', new RegExp(`^${COUNTS}${REVISIONS}$`)],
      ['log', new RegExp(`^${COUNTS}${HASH}(?: -\\d+)?(?: ${REVISIONS})?$`)],
    ]),
  ],
  ['go', new Map([['env', /^(?:GOROOT|GOPATH|GOMODCACHE|GOCACHE)$/]])],
  [
    'npm',
    new Map([
      ['root', GLOBAL],
      ['prefix', GLOBAL],
    ]),
  ],
  [
    'pnpm',
    new Map([
      ['root', GLOBAL],
      ['bin', GLOBAL],
      ['store', /^path$/],
    ]),
  ],
  [
    'brew',
    new Map([
      ['--prefix', PACKAGE],
      ['--cellar', PACKAGE],
      ['--repository', PACKAGE],
    ]),
  ],
  [
    'rustc',
    new Map([
      ['--print', /^sysroot$/],
      ['--print=sysroot', /^$/],
    ]),
  ],
])
