import { lazy } from '../lazy.ts'
import { literal, type Field } from '../model/field.ts'

/**
 * Certain facts about the words that a command prints. `plain`: hashes, numbers, absolute paths or names that begin with a letter, so that
 * no word is an option for its reader. `rows`: the first word of every line is plain. `whole`: one word, whatever it begins with. `number`:
 * only digits; `signed`: possibly negative. Names of branches, tags and files are never plain: they may begin with anything.
 */
export type Printed = 'plain' | 'rows' | 'whole' | 'number' | 'signed'

/** Certain facts about the output of a command, by its words. Undefined: none. */
export function printedWords([first, ...rest]: readonly Field[]): Printed | undefined {
  const forms = first === undefined ? undefined : FORMS.get(literal(first) ?? '')?.()
  if (forms === undefined) return undefined
  const texts = rest.map(literal)
  if (texts.includes(undefined)) return undefined
  // A blank inside a word is not a separator.
  const words = texts.map((text) => text?.replaceAll(' ', INSIDE)).join(' ')
  return forms.find(([, form]) => form.test(words))?.[0]
}

const INSIDE = '\u2423'

type Form = readonly [printed: Printed, words: RegExp]

/** Any number of these in any order, separated by blanks. No text may match two of them. */
function anyOf(...words: readonly string[]): string {
  return `(?:(?:${words.join('|')})(?= |$) ?)*`
}

/** A revision as people write it: git prints it unchanged if it does not exist. */
const REVISION = String.raw`[\w@/.][\w@{}~^/.-]*`
const REVISIONS = `${REVISION}(?: ${REVISION})*`
const PATHS = String.raw`(?:--(?: \S+)+)?`
const COUNTS = [
  String.raw`-\d+`,
  String.raw`-n ?\d+`,
  String.raw`--max-count=\d+`,
  '--no-merges',
  '--first-parent',
  '--all',
  '--reverse',
  String.raw`--max-parents=\d+`,
  String.raw`--(?:before|after|since|until|author|grep)=\S+`,
]
const HASH = '(?:--format=%[Hh]|--pretty=(?:format:)?%[Hh])'

/** Format placeholders without a line break. */
const ONE_LINE = String.raw`(?:[^%\s]|%(?:s|f|an|ae|al|ad|ar|as|at|cn|ce|cd|cr|cs|ct|d|D|h|H|x09)(?![a-zA-Z]))*`

/** `git log` with this among its words, in any order. */
function log(form: string): RegExp {
  return new RegExp(
    `^log (?=(?:(?!-- ).)*${form}(?: |$))${anyOf(form, ...COUNTS, '-s', '--no-patch', REVISION)}${PATHS}$`,
  )
}

const GIT = lazy((): readonly Form[] => [
  ['plain', new RegExp(`^merge-base (?:--(?:fork-point|octopus|all) )?${REVISIONS}$`)],
  ['plain', new RegExp(String.raw`^rev-parse (?:(?:--verify|--short(?:=\d+)?|-q|--quiet) )*${REVISIONS}$`)],
  [
    'number',
    new RegExp(`^rev-list (?=(?:.* )?--count(?: |$))${anyOf('--count', ...COUNTS, REVISION)}${PATHS}$`),
  ],
  ['plain', new RegExp(`^rev-list ${anyOf(...COUNTS, REVISION)}${PATHS}$`)],
  ['plain', log(HASH)],
  ['rows', log(`(?:--oneline|${HASH}${INSIDE}${ONE_LINE})`)],
  ['rows', new RegExp(`^blame ${anyOf('-[wsMC]+', String.raw`-L ?\S+`, REVISION)}(?:-- \\S+)?$`)],
  [
    'whole',
    /^(?:describe(?: --tags| --always| --abbrev=0| --dirty)*|branch --show-current|rev-parse --abbrev-ref (?:HEAD|@\{u\})|symbolic-ref --short HEAD)$/,
  ],
])

const VALUE = String.raw`[ =]?[^\s=-]\S*`
/** Names of containers begin with a letter or a digit. */
const NAMED = String.raw`--format[ =]\{\{ ?\.(?:Names|ID) ?\}\}`
const LISTED = [
  '--all',
  '--latest',
  '--no-trunc',
  `(?:-f|--filter)${VALUE}`,
  String.raw`(?:-n|--last)[ =]?\d+`,
]
const ROW_OPTIONS = anyOf(...LISTED, '-[al]+')
const CONTAINER_OPTIONS = anyOf(...LISTED, '-[al]+', NAMED)
const QUIET_OPTIONS = anyOf(...LISTED, '-[aql]+', '--quiet')
const QUIET = '(?=(?:.* )?(?:-[al]*q[al]*|--quiet)(?: |$))'
const NAMES = String.raw`[a-zA-Z0-9][\w./:@-]*`

const DOCKER = lazy((): readonly Form[] => [
  ['plain', new RegExp(`^(?:container )?(?:ps|ls) ${QUIET}${QUIET_OPTIONS}$`)],
  ['plain', new RegExp(`^(?:images|image ls) ${QUIET}${QUIET_OPTIONS}(?:${NAMES})?$`)],
  ['plain', new RegExp(`^compose ps ${QUIET}${anyOf('-[aq]+', '--quiet', '--all', NAMES)}$`)],
  ['plain', new RegExp(`^(?:container )?(?:ps|ls) (?=(?:.* )?${NAMED}(?: |$))${CONTAINER_OPTIONS}$`)],
  ['rows', new RegExp(`^(?:container )?(?:ps|ls)(?: ${ROW_OPTIONS})?$`)],
])

/** Kinds of cluster resources with host-like names; others may have any name. */
const KINDS =
  '(?:pods?|po|deploy(?:ments?)?|svc|services?|no(?:des?)?|jobs?|cronjobs?|sts|statefulsets?|ds|daemonsets?|rs|replicasets?|ns|namespaces?|pvc|hpa|ing|ingress(?:es)?)(?:[./][a-z][a-z0-9.-]*)?'
const CLUSTER_OPTIONS = [
  `(?:-n|--namespace|--context)${VALUE}`,
  `(?:-l|--selector|--field-selector|--sort-by)${VALUE}`,
  '--ignore-not-found',
  '--no-headers',
]
const EVERYWHERE = ['-A', '--all-namespaces']
const OUTPUT = '(?:-o|--output)[ =]?'
const NAME_PATH = String.raw`${OUTPUT}jsonpath=\{\.(?:items\[(?:\d+|\*)\]\.)?metadata\.name\}`
const NAME_COLUMN = String.raw`${OUTPUT}custom-columns=(?:NAME)?:\.?metadata\.name`

function cluster(printed: Printed, ...words: readonly string[]): Form {
  return [printed, new RegExp(`^${anyOf(...CLUSTER_OPTIONS)}get ${anyOf(...words, ...CLUSTER_OPTIONS)}$`)]
}

const KUBECTL = lazy((): readonly Form[] => [
  // The name of its kind precedes each.
  [
    'plain',
    new RegExp(
      `^(?=(?:.* )${OUTPUT}name(?: |$))${anyOf(...CLUSTER_OPTIONS)}get ${anyOf(`${OUTPUT}name`, '[a-z][a-z0-9.,/-]*', ...EVERYWHERE, ...CLUSTER_OPTIONS)}$`,
    ),
  ],
  ...[NAME_PATH, NAME_COLUMN].map((output): Form => {
    const [, { source }] = cluster('plain', KINDS, output, ...EVERYWHERE)
    return ['plain', new RegExp(`^(?=.* ${output}(?: |$))${source.slice(1)}`)]
  }),
  cluster('rows', KINDS, `${OUTPUT}wide`, ...EVERYWHERE),
])

/** `gh run list --json databaseId --jq '.[0].databaseId'`: numbers. */
const NUMBERS = String.raw`(?:--jq|-q)[ =]?\.(?:\[\d*\]\.)?(?:number|databaseId)`
const GH_OPTIONS = anyOf(
  NUMBERS,
  String.raw`--json[ =][\w,]+`,
  `(?:-L|--limit|-b|--branch|-w|--workflow|-s|--state|--status|-H|--head|-B|--base|-l|--label|-R|--repo|-a|--author|-A|--assignee|-e|--event|-u|--user|-c|--commit|-S|--search|-m|--milestone)${VALUE}`,
  '[a-zA-Z0-9][^ ]*',
)
const GH = lazy((): readonly Form[] => [
  ['plain', new RegExp(`^(?=.* ${NUMBERS}(?: |$))(?:run|pr|issue) (?:list|view) ${GH_OPTIONS}$`)],
])

/** By program, what may follow it. */
const FORMS: ReadonlyMap<string, () => readonly Form[]> = new Map([
  ['git', GIT],
  ['docker', DOCKER],
  ['podman', DOCKER],
  ['kubectl', KUBECTL],
  ['oc', KUBECTL],
  ['gh', GH],
  // Paths of packages begin with a letter, or with `_` and a slash.
  ['go', plain(/^(?:env (?:GOROOT|GOPATH|GOMODCACHE|GOCACHE)|list(?: -deps| -test)*(?: [\w.][\w./-]*)*)$/)],
  ['npm', plain(/^(?:root|prefix)(?: -g| --global)?$/)],
  ['pnpm', plain(/^(?:(?:root|bin)(?: -g| --global)?|store path)$/)],
  ['brew', plain(/^--(?:prefix|cellar|repository)(?: [a-z][\w@.+-]*)?$/)],
  ['rustc', plain(/^--print[ =]sysroot$/)],
  ['date', number(/^(?:(?:-u|--utc|-d \S+|--date=\S+) )*\+(?:%(?:s|Y|y|m|d|H|M|S|j|u|\d?N))+(?: -d \S+)?$/)],
  ['stat', lazy(() => [sizes('number', 'shibBugo'), sizes('signed', 'XYZ')])],
  ['awk', number(/^END␣?\{␣?print␣NR␣?\}(?: [\w.@/][^\s=]*)*$/)],
  ['id', number(/^-[ug]$/)],
  ['getconf', number(/^_NPROCESSORS_ONLN$/)],
  ['tput', number(/^(?:cols|lines)$/)],
  ['grep', number(/^(?=-\w*c)(?:-[cEFiwvx]+ )+(?:-e )?[^\s-]\S*(?: [\w.@/]\S*)?$/)],
  ['pgrep', plain(/^(?:-[fxnoiv]+ |-u \w+ )*[^\s-]\S*(?: [^\s-]\S*)*$/)],
  ['pidof', plain(/^[a-z][\w.-]*$/i)],
])

/** `stat -c %s file`: with these letters behind the sign. */
function sizes(printed: Printed, letters: string): Form {
  const format = String.raw`%[${letters}](?:\\n)?`
  return [
    printed,
    new RegExp(`^(?:-L )?(?:-c ?|--format[ =]|--printf[ =])${format}(?: -L)?(?: --)? [\\w.@/]\\S*$`),
  ]
}

function number(words: RegExp): () => readonly Form[] {
  return () => [['number', words]]
}

function plain(words: RegExp): () => readonly Form[] {
  return () => [['plain', words]]
}
