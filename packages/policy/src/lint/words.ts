import { assertNever } from '../result.ts'
import type { LayerName, ListName } from '../model/rule.ts'
import type { Broad } from './broad.ts'
import type { Finding, NoEffect, RulePlace } from './finding.ts'

/** The sentence for a finding: lower case, no full stop, what is wrong and what to do. */
export function explainFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'malformed': {
      const { position, message, suggestion } = finding.error
      const hint = suggestion === undefined ? '' : `; perhaps \`${suggestion}\``
      return `cannot be read at ${position + 1}: ${message}${hint}`
    }
    case 'never-reached':
      return `never reached: ${named(finding.other)} ${LIST_WORDS[finding.other.list]} first`
    case 'contradictory':
      return `contradicts ${named(finding.other)}: the ${finding.other.list} rule holds`
    case 'shadowed':
      return `superfluous: ${named(finding.other)} says as much`
    case 'duplicate':
      return `stands there twice: ${named(finding.other)}`
    case 'broad':
      return BROAD_WORDS[finding.broad]
    case 'no-effect':
      return NO_EFFECT_WORDS[finding.why]
    case 'unknown-tool':
      return finding.suggestion === undefined
        ? 'there is no such tool'
        : `there is no such tool; did you mean \`${finding.suggestion}\`?`
    case 'perhaps-negated':
      return '`[^…]` is a set that holds `^`; write `[!…]` for everything but'
    default:
      return assertNever(finding)
  }
}

function named({ text, layer }: RulePlace): string {
  return `\`${text}\` of ${LAYER_WORDS[layer]}`
}

const LIST_WORDS: Readonly<Record<ListName, string>> = { deny: 'blocks it', ask: 'asks', allow: 'allows it' }

const LAYER_WORDS: Readonly<Record<LayerName, string>> = {
  shipped: 'the shipped layer',
  user: 'your rules',
  project: 'the project',
  thread: 'this chat',
  workflow: 'the workflow',
  managed: 'the administrator',
}

const BROAD_WORDS: Readonly<Record<Broad, string>> = {
  'every-tool': 'broad: every use of every tool',
  'every-command': 'broad: every command',
  'any-program': 'broad: any program at all',
  shell: 'broad: a shell with free arguments runs any command',
  interpreter: 'broad: an interpreter with free arguments runs any code',
  runner: 'broad: a runner with free arguments fetches and runs any package',
  wrapper: 'broad: starts whatever its words say',
  privilege: 'broad: raised privilege with free arguments',
  removal: 'broad: removes whatever its words say',
  install: 'broad: fetches and installs any package, and runs its scripts',
  files: 'broad: writes wherever its words say, over whatever is there',
  network: 'broad: any address; name the host',
  subcommands: 'broad: every subcommand, from looking to deleting; name the ones that are meant',
  'every-file': 'broad: every file',
  'every-url': 'broad: every address',
  'every-server-tool': 'broad: every tool of the server, also those it adds later',
}

const NO_EFFECT_WORDS: Readonly<Record<NoEffect, string>> = {
  'always-asks': 'opens nothing: this tool asks a person every time',
  'own-files': 'opens nothing: no rule opens the files of the gate itself',
  'protected-wildcard':
    'opens nothing: these files run by themselves later, and only a rule that spells one opens it',
  'several-commands': 'never fits: a rule speaks of one command; write a rule for each',
  'impossible-name': 'never fits: no file has such a name',
  'below-address': 'never fits: nothing is below an address',
  'private-wildcard': 'opens nothing: a private host must be spelled',
  'untrusted-project': 'waits: the project can only tighten until you trust it',
  'exception-in-project': 'opens nothing: only a person can make exceptions to what is shipped',
  'irreversible-in-project': 'lifts nothing: what cannot be undone runs only by a rule of yours',
}
