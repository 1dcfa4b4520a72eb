import { literal, type Field } from './field.ts'

/**
 * True for commands that print hashes or absolute paths and nothing else, so that no word of what they print is an
 * option for whoever gets it. Names of branches, tags and files are none of these: they may begin with anything.
 */
export function printsPlain(argv: readonly Field[]): boolean {
  const [program, first, ...rest] = argv.map(literal)
  if (program === undefined || first === undefined || rest.includes(undefined)) return false
  return PLAIN.get(`${program} ${first}`)?.test(rest.join(' ')) === true
}

/** A revision as people write it: it is printed as it stands when there is none of that name. */
const REVISION = String.raw`[\w@/.][\w@{}~^/.-]*`
const REVISIONS = `${REVISION}(?: ${REVISION})*`
const COUNTS = String.raw`(?:(?:-\d+|-n ?\d+|--max-count=\d+|--no-merges|--first-parent|--all|--reverse) )*`
const HASH = String.raw`(?:(?:-s|--no-patch) )?(?:--format=%[Hh]|--pretty=(?:format:)?%[Hh])`
const GLOBAL = /^(?:-g|--global)?$/
const PACKAGE = /^(?:[a-z][\w@.+-]*)?$/

/** By program and first word, what may follow. */
const PLAIN: ReadonlyMap<string, RegExp> = new Map([
  ['git merge-base', new RegExp(`^(?:--(?:fork-point|octopus|all) )?${REVISIONS}$`)],
  ['git rev-parse', new RegExp(String.raw`^(?:(?:--verify|--short(?:=\d+)?|-q|--quiet) )*${REVISIONS}$`)],
  ['git rev-list', new RegExp(`^${COUNTS}${REVISIONS}$`)],
  ['git log', new RegExp(`^${COUNTS}${HASH}(?: -\\d+)?(?: ${REVISIONS})?$`)],
  ['go env', /^(?:GOROOT|GOPATH|GOMODCACHE|GOCACHE)$/],
  ['npm root', GLOBAL],
  ['npm prefix', GLOBAL],
  ['pnpm root', GLOBAL],
  ['pnpm bin', GLOBAL],
  ['pnpm store', /^path$/],
  ['brew --prefix', PACKAGE],
  ['brew --cellar', PACKAGE],
  ['brew --repository', PACKAGE],
  ['rustc --print', /^sysroot$/],
  ['rustc --print=sysroot', /^$/],
])
