import { canonicalMode, decide, MODES } from '@countersign/policy'
import type { StoredCall } from '@countersign/agent'
import { threadCommands, type ThreadView, type UserId } from '@countersign/protocol'
import { folderOfNewThreads, workspaceAt } from '../../workspace/workspace-at.ts'
import { forbiddenModes, whyForbidden } from '../../rules/forbidden-modes.ts'
import { command, noSuchThread, OK, refuseCommand, type SocketCommand } from '../../platform/command.ts'
import type { Host } from '../../platform/host.ts'
import { MAX_COST, THREAD_WAIT } from '../../platform/thread-limits.ts'
import { listedTools } from './listed-tools.ts'

/** Modes in which nothing with an effect runs without asking. In any other mode only a person starts work. */
const ASKING: ReadonlySet<string> = new Set(['plan', 'strict', 'default'])

/** Creating, naming and deleting threads, and setting their mode, capabilities and model. */
export function commandsOfThreads(host: Host): readonly SocketCommand[] {
  return [createCommand(host), ...listCommands(host), ...holdingCommands(host)]
}

function createCommand(host: Host): SocketCommand {
  const { capabilities, models, store } = host
  const defaultMode = async (user: UserId) => (await models.preferences.read(user)).default_mode
  return command(
    threadCommands.create,
    async ({ actor: { user }, command: given }) => {
      const mode = knownMode(given.permission_mode ?? (await defaultMode(user)))
      if (mode === undefined)
        return refuseCommand('bad_message', `there is no mode \`${given.permission_mode}\``)
      const forbidden = await forbiddenModes()
      const why = whyForbidden(mode, forbidden)
      if (why !== undefined && given.permission_mode !== undefined)
        return refuseCommand('mode_forbidden', why)
      const unknown = capabilities.problem(given.capabilities ?? {})
      if (unknown !== undefined) return refuseCommand('bad_message', unknown)
      const problem = given.model === undefined ? undefined : await models.models.problem(given.model)
      if (problem !== undefined) return refuseCommand('unavailable', problem)
      const folder = given.workspace === undefined ? undefined : await workspaceAt(given.workspace, host)
      if (folder?.ok === false) return refuseCommand('unavailable', folder.error.message)
      const thread = await store.threads.create(user, {
        title: given.title ?? null,
        // Nobody chose the mode of the settings just now, so its replacement is used.
        mode: forbidden.find((other) => other.mode === mode)?.instead ?? mode,
        model: given.model ?? (await models.models.standard(user)),
        effort: given.effort,
        workspace: folder?.value ?? (await folderOfNewThreads(host, user)),
      })
      if (given.max_cost !== undefined) await store.settings.set(thread.id, MAX_COST.name, given.max_cost)
      if (given.approval_timeout !== undefined)
        await store.settings.set(thread.id, THREAD_WAIT.name, given.approval_timeout * 1000)
      if (given.capabilities !== undefined) await capabilities.change(user, thread.id, given.capabilities)
      return { type: 'ok', thread_id: thread.id }
    },
    async ({ actor, command: given }) => {
      const mode = canonicalMode(given.permission_mode ?? (await defaultMode(actor.user)))
      return ASKING.has(mode) && given.capabilities === undefined ? 'propose' : 'person'
    },
  )
}

/** The thread in the list: its title, its marks, its deletion. */
function listCommands({ store }: Host): readonly SocketCommand[] {
  return [
    command(threadCommands.rename, async ({ actor, command: given }) =>
      (await store.threads.rename(actor.user, given.thread_id, given.title)) ? OK : noSuchThread(),
    ),
    command(threadCommands.mark, async ({ actor, command: given }) => {
      const { pinned, archived } = given
      const marks = {
        ...(pinned === undefined ? {} : { pinned }),
        ...(archived === undefined ? {} : { archived }),
      }
      return (await store.threads.mark(actor.user, given.thread_id, marks)) ? OK : noSuchThread()
    }),
    command(threadCommands.remove, async ({ actor, command: given }) =>
      (await store.threads.remove(actor.user, given.thread_id)) ? OK : noSuchThread(),
    ),
  ]
}

/** The state of the thread: its mode, its capabilities, its model, and the resulting tools. */
function holdingCommands(host: Host): readonly SocketCommand[] {
  const { capabilities, models, store } = host
  return [
    command(threadCommands.setMode, async ({ actor: { user }, command: given }) => {
      const mode = knownMode(given.permission_mode)
      if (mode === undefined)
        return refuseCommand('bad_message', `there is no mode \`${given.permission_mode}\``)
      const forbidden = whyForbidden(mode, await forbiddenModes())
      if (forbidden !== undefined) return refuseCommand('mode_forbidden', forbidden)
      const thread = await store.threads.get(user, given.thread_id)
      if (thread === undefined) return noSuchThread()
      const blocks = await blockedIn(host, thread, mode)
      return (await store.threads.setMode(user, thread.id, mode, blocks)) ? OK : noSuchThread()
    }),
    command(threadCommands.setCapabilities, async ({ actor: { user }, command: given }) => {
      const unknown = capabilities.problem(given.capabilities)
      if (unknown !== undefined) return refuseCommand('bad_message', unknown)
      if (!(await store.threads.get(user, given.thread_id))) return noSuchThread()
      await capabilities.change(user, given.thread_id, given.capabilities)
      return OK
    }),
    command(threadCommands.setModel, async ({ actor: { user }, command: given }) => {
      const problem = await models.models.problem(given.model)
      if (problem !== undefined) return refuseCommand('unavailable', problem)
      return (await store.threads.setModel(user, given.thread_id, given.model, given.effort))
        ? OK
        : noSuchThread()
    }),
    command(threadCommands.listTools, async ({ actor, command: given }) => {
      const thread = await store.threads.get(actor.user, given.thread_id)
      if (thread === undefined) return noSuchThread()
      return { type: 'tools', tools: [...(await listedTools(host, actor, thread, given.chat_context?.kind))] }
    }),
  ]
}

/** Whether only a person may start work in this thread. */
export function isAsking(mode: string): boolean {
  return ASKING.has(canonicalMode(mode))
}

/** The mode by its own name or by another system's; undefined: unknown. */
function knownMode(name: string): string | undefined {
  const mode = canonicalMode(name)
  return MODES.has(mode) ? mode : undefined
}

/**
 * Which waiting calls a mode blocks: plan those that policy blocks in it, every other mode none. Calls that another mode would allow still
 * wait: no mode answers for a person.
 */
async function blockedIn(
  { policy, home }: Pick<Host, 'policy' | 'home'>,
  { id, workspace }: ThreadView,
  mode: string,
): Promise<(stored: StoredCall) => boolean> {
  if (mode !== 'plan') return () => false
  const planned = await policy.inMode(id, mode)
  const place = { workspace, cwd: workspace, home }
  return ({ call }) =>
    decide({ tool: call.facts, specifier: call.specifier, place }, planned).verdict === 'block'
}
