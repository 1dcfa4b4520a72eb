import type { Suspicion } from '../model/call.ts'
import type { Reason } from '../decision.ts'
import type { IrreversibleKind } from '../model/irreversible-kind.ts'
import type { ModeRow } from '../modes.ts'
import { assertNever } from '../result.ts'
import type { LayerName, ListName } from '../model/rule.ts'
import type { BuiltinName } from '../model/builtin-name.ts'
import type { Verdict } from '../verdict.ts'

/** All texts that explain a decision, in one place. Lower case, no full stop, no judgement: what happens and why. */

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = { run: 'runs', ask: 'asks', block: 'blocked' }

/** For breakers, for destructive and unreadable calls, and for tools that always ask. */
const ALWAYS_ASKS = 'always asks, in every mode'

/** The purpose of each tool that always asks. Rows of earlier versions mark these tools as destructive. */
const ASKED_EACH_TIME: ReadonlyMap<string, string> = new Map([
  ['extend_turn', 'this turn reached a limit, and only a person can let it continue'],
  ['terminal.input', 'types into a running program'],
  ['mcp_question', 'an MCP server asks you something'],
  ['files_that_run_later', 'keeps files that run on their own later'],
])

/** The reason as a clause: `your rule npm run *`, `writes publish.log`. It does not repeat `label`, the part that is shown next to it. */
export function reasonWords(reason: Reason, label?: string): string {
  switch (reason.because) {
    case 'rule':
      return ruleWords(reason)
    case 'builtin':
      return `${BUILTIN_WORDS[reason.name]} (shipped rule ${reason.name})`
    case 'readonly':
      if (reason.program === '') return 'does nothing'
      return reason.query === true ? 'only queries and changes nothing' : 'only reads'
    case 'mode':
      return `${reason.mode} mode, ${ROW_WORDS[reason.row]}`
    case 'plan':
      return `${reason.mode} mode changes nothing, so ${ROW_WORDS[reason.row]} is blocked`
    case 'breaker':
      return `${BREAKER_WORDS.get(reason.kind) ?? 'cannot be undone'}${of(reason.target, label)}; ${ALWAYS_ASKS}`
    case 'destructive':
      return `${ASKED_EACH_TIME.get(reason.tool) ?? 'deletes something'}; ${ALWAYS_ASKS}`
    case 'by_hand':
      return 'a person did it by hand'
    case 'countersigned':
      return `a person countersigned exactly this change before, in ${reason.call}`
    case 'tool_asks':
      return `${ASKED_EACH_TIME.get(reason.tool) ?? 'only a person can let this call run'}; ${ALWAYS_ASKS}`
    case 'irreversible':
      return `${LOSS_WORDS[reason.kind]}${of(reason.target, label)}; cannot be undone, so it asks in every mode`
    case 'suspect':
      return `${SUSPICION_WORDS[reason.why]}; ${ALWAYS_ASKS}`
    case 'unreadable':
      return `unreadable at ${reason.position + 1}: ${reason.reason}; ${ALWAYS_ASKS}`
    case 'unloadable-list':
      return `${LAYER_WORDS[reason.layer]} ${reason.list} rules cannot be loaded, so everything asks`
    case 'protected':
      return `${reason.path} runs on its own later; it needs a rule that names it`
    case 'outside':
      return `${reason.path} is outside the workspace`
    case 'mounted':
      return `${reason.path} is on another file system, mounted into the workspace`
    case 'linked':
      return `${reason.path} has other names (hard links) that may be outside the workspace`
    case 'own-files':
      return `${reason.path} is, or contains, the gate’s own files; no rule allows it`
    case 'scheme':
      return `only http and https are fetched, not ${reason.scheme}:`
    case 'private-host':
      return `${reason.host} is a private address; it needs an allow rule that names it`
    case 'unknown-program':
      return 'no rule covers this'
    case 'not-readonly':
      return reason.argument === undefined
        ? 'no rule covers this'
        : `no rule covers this, and ${reason.program} does more than read with ${reason.argument}`
    case 'unknown-word':
      return `one of its words is not known until it runs, and could make ${reason.program} do more than read`
    case 'hazard':
      return `${reason.option} makes ${reason.program} do more than its name says; it needs a rule that names it`
    case 'writes':
      return `writes ${reason.target}`
    case 'assignment':
      return `sets ${reason.name} for what follows; it needs a rule that names it`
    case 'privilege':
      return `raises privileges with ${reason.carrier}; it needs a rule that names it`
    case 'opaque-code':
      return reason.source === 'download' ? 'runs code that it downloads' : 'runs code that is not shown'
    case 'nothing':
      return 'has no effect of its own'
    default:
      return assertNever(reason)
  }
}

function of(target: string, label: string | undefined): string {
  return target === label ? '' : `: ${target}`
}

const SUSPICION_WORDS: Readonly<Record<Suspicion, string>> = {
  changed: 'its description changed since it was last allowed',
  unlisted: 'its server does not list it',
}

function ruleWords(reason: Extract<Reason, { because: 'rule' }>): string {
  const text = `${LAYER_WORDS[reason.layer]} rule ${ruleBody(reason.text)}`
  if (reason.possible === true) return `may match ${text}, which ${LIST_WORDS[reason.list]}`
  return reason.list === 'allow' ? text : `${text} ${LIST_WORDS[reason.list]}`
}

/** `terminal.exec(npm run *)` is shown as `npm run *`: the card already says that it is a command. */
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
  workflow: "the workflow's",
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
  '@secrets': 'a well-known place for secrets',
  '@pipe-to-shell': 'runs code that it downloads',
  '@send-files': 'sends files off this machine',
  '@publish': 'publishes, or removes what others use',
  '@install-from-address': 'installs from an address',
  '@submit': 'submits a form',
  '@download': 'saves a file from a page',
  '@upload': 'sends a file to a page',
}

const LOSS_WORDS: Readonly<Record<IrreversibleKind, string>> = {
  held: 'deletes something in another system',
  data: 'deletes data from a database',
  history: 'deletes commits that nothing else refers to',
  elsewhere: 'removes files on another machine or in a container',
  removed: 'removes something outside the workspace',
  overwritten: 'overwrites something outside the workspace',
  unkept: 'removes or overwrites something that undo cannot bring back',
}

const BREAKER_WORDS: ReadonlyMap<string, string> = new Map([
  ['remove-root', 'removes a root folder'],
  ['change-root', 'changes permissions below a root folder'],
  ['move-root', 'moves a root folder'],
  ['disk', 'writes to a device'],
  ['device', 'writes to a device'],
  ['fork-bomb', 'starts copies of itself without end'],
  ['power', 'shuts down or restarts the machine'],
  ['kill-all', 'ends every process'],
  ['crontab', 'removes all scheduled jobs'],
  ['git-force-push', 'rewrites or deletes history that others have'],
  ['git-discard', 'discards uncommitted work'],
  ['erase', 'destroys a file’s contents'],
  ['stranger', 'hands work to a program outside Countersign’s control'],
  ['own-program', 'runs Countersign itself, as a person would'],
  ['own-link', 'leads to the gate’s own files'],
])
