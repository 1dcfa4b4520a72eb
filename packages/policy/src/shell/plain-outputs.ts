/**
 * True for commands that print hashes or absolute paths and nothing else, so that no word of what they print is an
 * option for whoever gets it. Names of branches, tags and files are none of these: they may begin with anything.
 */
export function printsPlain(words: readonly (string | undefined)[]): boolean {
  const [program = '', ...args] = words
  const texts = args.filter((word) => word !== undefined)
  return texts.length === args.length && PLAIN.get(program)?.test(texts.join(' ')) === true
}

/** A revision as people write it: it is printed as it stands when there is none of that name. */
const REVISION = String.raw`[\w@/.][\w@{}~^/.-]*`
const REVISIONS = `(?: ${REVISION})+`
const COUNTS = String.raw`(?: -\d+| -n ?\d+| --max-count=\d+| --no-merges| --first-parent| --all)*`
const HASH = String.raw`(?: -s| --no-patch)?(?: --format=%[Hh]| --pretty=(?:format:)?%[Hh])`

const PLAIN: ReadonlyMap<string, RegExp> = new Map([
  [
    'git',
    new RegExp(
      `^(?:--no-pager )?(?:merge-base(?: --(?:fork-point|octopus|all))?${REVISIONS}` +
        `|rev-parse(?: --verify| --short(?:=\\d+)?| -q| --quiet)*${REVISIONS}` +
        `|rev-list${COUNTS}(?: --reverse)?${REVISIONS}` +
        `|log${COUNTS}${HASH}${COUNTS}(?:${REVISIONS})?)$`,
    ),
  ],
  ['go', /^env (?:GOROOT|GOPATH|GOMODCACHE|GOCACHE)$/],
  ['npm', /^(?:root|prefix)(?: -g| --global)?$/],
  ['pnpm', /^(?:root|bin|store path)(?: -g| --global)?$/],
  ['brew', /^--(?:prefix|cellar|repository)(?: [a-z][\w@.+-]*)?$/],
  ['rustc', /^--print(?: |=)sysroot$/],
])
