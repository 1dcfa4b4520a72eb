import type { Clock, StoredCall, Toolbelt } from '@countersign/agent'
import { canonicalMode, decide, formatRule, MODES, parseRule } from '@countersign/policy'
import type {
  ClientCommand,
  ErrorCode,
  ImageView,
  ServerMessage,
  ThreadId,
  ThreadView,
  UserId,
} from '@countersign/protocol'
import { homedir } from 'node:os'
import type { Approvals, GivenAnswer } from '../gate/ports.ts'
import type { ImageStore } from '../images/image-store.ts'
import { forbiddenModes, whyForbidden } from '../rules/forbidden-modes.ts'
import type { ModePolicies } from '../rules/policy-source.ts'
import type { Models } from '../providers/models.ts'
import { toolViews } from '../tools/tool-views.ts'
import type { ChatCapabilities } from '../settings/capabilities.ts'
import type { Undo } from '../tools/checkpoints/undo.ts'
import type { Threads, Turns } from '../turns/ports.ts'
import type { Outbox } from '../turns/outbox.ts'

export interface CommandParts {
  readonly threads: Threads
  readonly turns: Turns
  readonly approvals: Approvals
  readonly undo: Undo
  readonly outbox: Outbox
  readonly policy: ModePolicies
  readonly belt: Toolbelt
  readonly capabilities: Pick<ChatCapabilities, 'of' | 'change'>
  readonly images: Pick<ImageStore, 'look'>
  readonly clock: Clock
  readonly models: Pick<Models, 'problem'>
  /** Caps what one turn of a thread may cost, in US dollars. */
  capCost(threadId: ThreadId, dollars: number): Promise<void>
  /** What a new chat of this person starts with. */
  defaults(
    user: UserId,
  ): Promise<{ readonly workspace: string; readonly model: string; readonly mode: string }>
}

/** Commands that change something or ask for a list: each is answered by exactly one message. */
export type PlainCommand = Exclude<
  ClientCommand,
  { type: 'subscribe' | 'unsubscribe' | 'manifest' | 'tool_run_result' }
>

/** Does what a person asked for. Refusals are answers; only a broken store throws. */
export async function runCommand(
  parts: CommandParts,
  user: UserId,
  command: PlainCommand,
): Promise<ServerMessage> {
  const { request_id } = command
  const ok = (): ServerMessage => ({ type: 'ok', request_id })
  const refuse = (code: ErrorCode, message: string, position?: number): ServerMessage => ({
    type: 'error',
    request_id,
    error: { code, message, ...(position === undefined ? {} : { position }) },
  })
  const gone = () => refuse('not_found', 'there is no such chat; it may have been deleted')

  switch (command.type) {
    case 'thread_create': {
      const defaults = await parts.defaults(user)
      const mode = knownMode(command.permission_mode ?? defaults.mode)
      if (mode === undefined) return refuse('bad_message', `\`${command.permission_mode}\` is no mode`)
      const forbidden = await forbiddenModes()
      const why = whyForbidden(mode, forbidden)
      if (why !== undefined && command.permission_mode !== undefined) return refuse('mode_forbidden', why)
      const problem = command.model === undefined ? undefined : await parts.models.problem(command.model)
      if (problem !== undefined) return refuse('unavailable', problem)
      const thread = await parts.threads.create(user, {
        title: command.title ?? 'New chat',
        // Nobody asked for the mode of the settings now: what holds in its place is taken.
        mode: forbidden.find((other) => other.mode === mode)?.instead ?? mode,
        model: command.model ?? defaults.model,
        workspace: command.workspace ?? defaults.workspace,
      })
      if (command.max_cost !== undefined) await parts.capCost(thread.id, command.max_cost)
      if (command.capabilities !== undefined)
        await parts.capabilities.change(user, thread.id, command.capabilities)
      return { type: 'ok', request_id, thread_id: thread.id }
    }
    case 'thread_rename':
      return (await parts.threads.rename(user, command.thread_id, command.title)) ? ok() : gone()
    case 'thread_delete':
      return (await parts.threads.remove(user, command.thread_id)) ? ok() : gone()
    case 'mode_set': {
      const mode = knownMode(command.permission_mode)
      if (mode === undefined) return refuse('bad_message', `\`${command.permission_mode}\` is no mode`)
      const forbidden = whyForbidden(mode, await forbiddenModes())
      if (forbidden !== undefined) return refuse('mode_forbidden', forbidden)
      const thread = await parts.threads.get(user, command.thread_id)
      if (thread === undefined) return gone()
      const blocks = await blockedIn(parts.policy, thread, mode)
      return (await parts.threads.setMode(user, thread.id, mode, blocks)) ? ok() : gone()
    }
    case 'capabilities_set': {
      if (!(await parts.threads.get(user, command.thread_id))) return gone()
      await parts.capabilities.change(user, command.thread_id, command.capabilities)
      return ok()
    }
    case 'model_set': {
      const problem = await parts.models.problem(command.model)
      if (problem !== undefined) return refuse('unavailable', problem)
      return (await parts.threads.setModel(user, command.thread_id, command.model)) ? ok() : gone()
    }
    case 'turn_start': {
      const seen =
        command.permission_mode === undefined ? {} : { seenMode: canonicalMode(command.permission_mode) }
      const images: ImageView[] = []
      for (const { id, name } of command.images ?? []) {
        const image = await parts.images.look(id, name)
        if (!image) return refuse('not_found', `not sent: the picture \`${name}\` is not here; send it again`)
        images.push(image)
      }
      const started = await parts.turns.start(user, command.thread_id, {
        text: command.text,
        images,
        ...seen,
        ...(command.client_message_id === undefined ? {} : { clientId: command.client_message_id }),
      })
      if (started.kind === 'started') return ok()
      if (started.kind === 'not_found') return gone()
      if (started.kind === 'id_taken') return refuse('bad_message', ANOTHER_MESSAGE)
      const now = `this chat is in \`${started.mode}\` now; look at the mode and send again`
      return refuse('mode_changed', `not sent: ${now}`)
    }
    case 'turn_stop':
      return (await parts.turns.stop(user, command.thread_id))
        ? ok()
        : refuse('nothing_running', 'nothing runs in this chat')
    case 'tool_approval_response': {
      const given = readAnswer(command)
      if (!given.ok) return refuse('bad_rule', given.message, given.position)
      const answered = await parts.approvals.answer(user, given.answer)
      return answered.ok ? ok() : refuse(answered.code, answered.message)
    }
    case 'keep_waiting': {
      const answered = await parts.approvals.keepWaiting(user, command.tool_call_id)
      return answered.ok ? ok() : refuse(answered.code, answered.message)
    }
    case 'call_settle': {
      const { tool_call_id, how, hash } = command
      const settled = await parts.approvals.settle(user, { callId: tool_call_id, how, hash })
      return settled.ok ? ok() : refuse(settled.code, settled.message)
    }
    case 'call_undo':
    case 'turn_undo': {
      const target = command.type === 'call_undo' ? { call: command.tool_call_id } : { turn: command.turn_id }
      const undone = await parts.undo.run(user, target, {
        dryRun: command.dry_run ?? false,
        skipConflicts: command.skip_conflicts ?? false,
      })
      return undone.ok
        ? { type: 'undone', request_id, undo: undone.undo }
        : refuse(undone.code, undone.message)
    }
    case 'list_tools': {
      const thread = await parts.threads.get(user, command.thread_id)
      if (!thread) return gone()
      const policy = await parts.policy.snapshot(command.thread_id)
      const has = await parts.capabilities.of(command.thread_id)
      return { type: 'tools', request_id, tools: [...toolViews(parts.belt.all(), policy, has)] }
    }
  }
}

const ANOTHER_MESSAGE =
  'not sent: another message of this chat was sent under this `client_message_id`; give each message its own'

/** The mode by its own name or by another system's; undefined: there is none of that name. */
function knownMode(name: string): string | undefined {
  const mode = canonicalMode(name)
  return MODES.has(mode) ? mode : undefined
}

/**
 * Which of the waiting calls a mode blocks: plan those that policy blocks in it, every other mode none. What another mode would let run
 * still waits: no mode answers for a person.
 */
async function blockedIn(
  policies: ModePolicies,
  { id, workspace }: ThreadView,
  mode: string,
): Promise<(stored: StoredCall) => boolean> {
  if (mode !== 'plan') return () => false
  const policy = await policies.inMode(id, mode)
  const place = { workspace, cwd: workspace, home: homedir() }
  return ({ call }) =>
    decide({ tool: call.facts, specifier: call.specifier, place }, policy).verdict === 'block'
}

type ReadAnswer = { ok: true; answer: GivenAnswer } | { ok: false; message: string; position: number }

/** A rule that is malformed is refused before anything is written. */
function readAnswer(command: Extract<PlainCommand, { type: 'tool_approval_response' }>): ReadAnswer {
  const base = {
    callId: command.tool_call_id,
    decision: command.decision,
    hash: command.hash,
    ...(command.feedback === undefined ? {} : { feedback: command.feedback }),
  }
  if (command.decision === 'allow_once' || command.decision === 'deny') return { ok: true, answer: base }
  if (command.rule === undefined)
    return { ok: false, message: 'a rule is needed to allow this from now on', position: 0 }
  const parsed = parseRule(command.rule)
  if (!parsed.ok) return { ok: false, message: parsed.error.message, position: parsed.error.position }
  return { ok: true, answer: { ...base, rule: formatRule(parsed.value) } }
}
