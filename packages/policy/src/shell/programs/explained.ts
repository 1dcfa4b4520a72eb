import { wordSet, type WordSet } from '../../word-set.ts'
import { literal, type Field } from '../../model/field.ts'

/**
 * True for words with which a program with subcommands only explains one of them: `cargo test --help`, `go help build`. Plugin commands,
 * and words after a command that passes them on (`docker run IMAGE --help`), do not qualify.
 */
export function explainsItself([first, ...rest]: readonly Field[]): boolean {
  const helped = first === undefined ? undefined : HELPED.get(literal(first) ?? '')
  if (helped === undefined) return false
  const words = rest.map(wordOf)
  const before = helped.first.has(words[0] ?? NONE)
  if (!before && !helped.last.has(words.at(-1) ?? NONE)) return false
  const names = before ? words.slice(1) : words.slice(0, -1)
  const [command = NONE, ...more] = names
  if (!helped.commands.has(command) || more.length > MOST_NAMES || !more.every(isName)) return false
  return !names.slice(0, -1).some((name) => helped.hands.has(name))
}

/** No word of a list. */
const NONE = ' '

function wordOf(field: Field): string {
  const text = literal(field)
  return text === undefined || text === '' ? NONE : text
}

/** Names of commands below the first. */
const MOST_NAMES = 2

function isName(word: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(word)
}

interface Helped {
  readonly commands: WordSet
  /** Commands that pass on the following words, or for which a later word is not a request for help. */
  readonly hands: WordSet
  /** Words that ask for help at the end, and those that ask before the name. */
  readonly last: WordSet
  readonly first: WordSet
}

function helped(commands: string, { hands = '', last = '--help -h', first = '' } = {}): Helped {
  return { commands: wordSet(commands), hands: wordSet(hands), last: wordSet(last), first: wordSet(first) }
}

const PIP = helped(
  'install download uninstall freeze list show check config cache index wheel hash debug inspect',
)
const DOCKER = helped(
  `attach build builder buildx commit compose container context cp create diff events exec export history image images
  import info inspect kill load login logout logs manifest network node pause plugin port ps pull push rename restart rm
  rmi run save search service stack start stats stop swarm system tag top unpause update version volume wait`,
  { hands: 'run exec create', last: '--help', first: 'help' },
)
const TERRAFORM = helped(
  `apply console destroy fmt force-unlock get graph import init login logout metadata output plan providers refresh show
  state taint test untaint validate version workspace`,
  { last: '--help -help -h' },
)
/** `-h` is a request for help if nothing else follows. */
const GIT = `add commit checkout switch rebase merge cherry-pick reset restore push pull fetch stash clone tag branch
  worktree bisect rm mv init apply am format-patch notes clean revert`

/** Programs whose commands explain themselves without reading a file of the project. */
const HELPED: ReadonlyMap<string, Helped> = new Map([
  [
    'cargo',
    helped(
      `add bench build check clean clippy doc fetch fix fmt generate-lockfile info init install locate-project login
      logout metadata new owner package pkgid publish remove report run rustc rustdoc search test tree uninstall update
      vendor version yank`,
      { hands: 'run test bench rustc rustdoc', first: 'help' },
    ),
  ],
  [
    'kubectl',
    helped(
      `annotate api-resources api-versions apply attach auth autoscale certificate cluster-info config cordon cp create
      debug delete describe diff drain edit events exec explain expose get kustomize label logs patch port-forward proxy
      replace rollout run scale set taint top uncordon version wait`,
      { hands: 'exec run debug' },
    ),
  ],
  [
    'gh',
    helped(
      `api attestation auth browse cache codespace config gist gpg-key issue label org pr project release repo ruleset run
      search secret ssh-key status variable workflow`,
      { last: '--help', first: 'help' },
    ),
  ],
  ['docker', DOCKER],
  ['podman', DOCKER],
  [
    'helm',
    helped(
      `create dependency env get history install lint list package pull push registry repo rollback search show status
      template test uninstall upgrade verify version`,
    ),
  ],
  ['terraform', TERRAFORM],
  ['tofu', TERRAFORM],
  [
    'npm',
    helped(
      `install i ci add run test exec publish pack version audit fund dedupe init link ls list update uninstall outdated
      view config cache prune rebuild root search token unpublish why`,
      { hands: 'exec run init' },
    ),
  ],
  [
    'pnpm',
    helped(
      'add install i remove rm update up audit list ls why outdated publish pack exec dlx run store config',
      {
        hands: 'exec dlx run',
      },
    ),
  ],
  ['pip', PIP],
  ['pip3', PIP],
  [
    'uv',
    helped(
      'run init add remove sync lock export tree tool python pip venv build publish cache self version',
      {
        hands: 'run',
        first: 'help',
      },
    ),
  ],
  [
    'poetry',
    helped('add install remove update lock build publish run show env config check init new', {
      hands: 'run',
    }),
  ],
  [
    'go',
    helped('build test vet run get install mod list env fmt generate clean doc work fix version', {
      hands: 'build test vet run get install list env fmt generate clean doc fix version download edit why',
      last: '--help -help -h',
      first: 'help',
    }),
  ],
  [
    'rustup',
    helped('default toolchain target component override run which doc self set show update check', {
      hands: 'run',
      first: 'help',
    }),
  ],
  ['ruff', helped('check format rule config linter clean analyze version', { first: 'help' })],
  ['golangci-lint', helped('run linters formatters config cache fmt version', { first: 'help' })],
  ['git', helped(GIT, { hands: GIT, last: '-h' })],
  [
    'curl',
    helped('all auth connection dns http output tls upload verbose', { last: '-', first: '--help -h' }),
  ],
])
