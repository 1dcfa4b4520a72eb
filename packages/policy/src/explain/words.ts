import type { Suspicion } from '../call.ts'
import type { Reason } from '../decision.ts'
import type { ModeRow } from '../modes.ts'
import { assertNever } from '../result.ts'
import type { LayerName, ListName } from '../rules/rule.ts'
import type { BuiltinName } from '../subject.ts'
import type { Verdict } from '../verdict.ts'

/** All words that explain a decision, in one place. Lower case, no full stop, no judgement: what happens and why. */

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = { run: 'runs', ask: 'asks', block: 'blocked' }

/** What holds for breakers, destructive and unreadable calls. */
const ALWAYS_ASKS = 'always asks, in every mode'

/** The reason as a clause: `your rule npm run *`, `writes publish.log`. */
export function reasonWords(reason: Reason): string {
  switch (reason.because) {
    case 'rule':
      return ruleWords(reason)
    case 'builtin':
      return `${BUILTIN_WORDS[reason.name]} (shipped rule ${reason.name})`
    case 'readonly':
      if (reason.program === '') return 'does nothing'
      return reason.query === true ? 'only asks and changes nothing' : 'only reads'
    case 'mode':
      return `${reason.mode} mode, ${ROW_WORDS[reason.row]}`
    case 'plan':
      return `${reason.mode} mode has no effects: ${ROW_WORDS[reason.row]} is blocked there`
    case 'breaker':
      return `${BREAKER_WORDS.get(reason.kind) ?? 'cannot be undone'}: ${reason.target}; ${ALWAYS_ASKS}`
    case 'destructive':
      return `takes something away; ${ALWAYS_ASKS}`
    case 'suspect':
      return `${SUSPICION_WORDS[reason.why]}; ${ALWAYS_ASKS}`
    case 'unreadable':
      return `unreadable at ${reason.position + 1}: ${reason.reason}; ${ALWAYS_ASKS}`
    case 'unloadable-list':
      return `${LAYER_WORDS[reason.layer]} ${reason.list} rules cannot be loaded, so everything asks`
    case 'protected':
      return `${reason.path} runs by itself later; only a rule that spells it opens it`
    case 'outside':
      return `${reason.path} is outside the workspace`
    case 'mounted':
      return `${reason.path} is on another file system, mounted into the workspace`
    case 'linked':
      return `${reason.path} has other names (hard links) that may be outside the workspace`
    case 'own-files':
      return `${reason.path} is or holds the gate’s own files; no rule opens it`
    case 'scheme':
      return `only http and https are fetched, not ${reason.scheme}:`
    case 'private-host':
      return `${reason.host} is a private address; only an allow rule that spells it opens it`
    case 'unknown-program':
      return 'no rule covers this'
    case 'not-readonly':
      return reason.argument === undefined
        ? 'no rule covers this'
        : `no rule covers this, and ${reason.program} does more than read with ${reason.argument}`
    case 'unknown-word':
      return `a word of it is not known before it runs, and could make ${reason.program} do more than read`
    case 'hazard':
      return `${reason.option} makes ${reason.program} do more than its name says; a rule must spell it`
    case 'writes':
      return `writes ${reason.target}`
    case 'assignment':
      return `sets ${reason.name} for what follows; a rule must spell it`
    case 'privilege':
      return `raises privilege with ${reason.carrier}; a rule must name it`
    case 'opaque-code':
      return reason.source === 'download' ? 'runs code that it downloads' : 'runs code that is not shown'
    case 'nothing':
      return 'has no effect of its own'
    default:
      return assertNever(reason)
  }
}

const SUSPICION_WORDS: Readonly<Record<Suspicion, string>> = {
  changed: 'describes itself differently than when it was last let through',
  unlisted: 'its server does not list it',
}

function ruleWords(reason: Extract<Reason, { because: 'rule' }>): string {
  const text = `${LAYER_WORDS[reason.layer]} rule ${ruleBody(reason.text)}`
  if (reason.possible === true) return `could be what ${text} ${LIST_WORDS[reason.list]}`
  return reason.list === 'allow' ? text : `${text} ${LIST_WORDS[reason.list]}`
}

/** `terminal.exec(npm run *)` is shown as `npm run *`: the card says already that it is a command. */
function ruleBody(text: string): string {
  const command = /^terminal\.exec\((.*)\)$/s.exec(text)
  return command?.[1] ?? text
}

const LIST_WORDS: Readonly<Record<ListName, string>> = { deny: 'denies', ask: 'asks', allow: 'allows' }

const LAYER_WORDS: Readonly<Record<LayerName, string>> = {
  shipped: 'the shipped',
  user: 'your',
  project: "the project's",
  thread: "this chat's",
  managed: "the administrator's",
}

const ROW_WORDS: Readonly<Record<ModeRow, string>> = {
  read: 'a read',
  editSafe: 'an edit in the workspace',
  write: 'a change',
  execute: 'a command',
  external: 'a call to another program or service',
}

const BUILTIN_WORDS: Readonly<Record<BuiltinName, string>> = {
  '@secrets': 'a well-known place of secrets',
  '@pipe-to-shell': 'runs code that it downloads',
  '@send-files': 'sends files off this machine',
  '@publish': 'publishes, or takes away what others use',
  '@install-from-address': 'installs from an address',
}

const BREAKER_WORDS: ReadonlyMap<string, string> = new Map([
  ['remove-root', 'removes a root'],
  ['change-root', 'changes rights below a root'],
  ['move-root', 'moves a root'],
  ['disk', 'writes to a device'],
  ['device', 'writes to a device'],
  ['fork-bomb', 'starts itself without end'],
  ['power', 'stops the machine'],
  ['kill-all', 'ends every process'],
  ['crontab', 'removes all timed jobs'],
  ['git-force-push', 'rewrites or deletes what others have'],
  ['git-discard', 'throws away work that is not committed'],
  ['erase', 'destroys the content of a file'],
])
