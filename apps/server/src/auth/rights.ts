import { canonicalMode } from '@countersign/policy'
import type { ClientCommand, ThreadId } from '@countersign/protocol'

/**
 * What an act needs. Whoever has the token file may read and propose. A person's acts take more: a page's session, or a terminal that
 * none of our servers started.
 */
export type Right = 'read' | 'propose' | 'person'

/** What each command needs by itself. */
export const COMMAND_RIGHTS: Readonly<Record<ClientCommand['type'], Right>> = {
  subscribe: 'read',
  unsubscribe: 'read',
  list_tools: 'read',
  thread_create: 'propose',
  thread_rename: 'propose',
  turn_start: 'propose',
  turn_stop: 'propose',
  manifest: 'propose',
  tool_run_result: 'propose',
  thread_delete: 'person',
  mode_set: 'person',
  model_set: 'person',
  capabilities_set: 'person',
  tool_approval_response: 'person',
  keep_waiting: 'person',
  call_settle: 'person',
  call_undo: 'person',
  turn_undo: 'person',
}

/** Modes in which nothing with an effect runs by itself. Work in any other mode is begun by a person. */
const ASKING: ReadonlySet<string> = new Set(['plan', 'strict', 'default'])

/** How a command's mode is found: of a new chat, and of one that is there. */
export interface Modes {
  ofNewThreads(): Promise<string>
  /** Undefined: there is no such thread. */
  ofThread(id: ThreadId): Promise<string | undefined>
}

/** What this very command needs: a turn in a mode that lets effects run is a person's to begin. */
export async function rightFor(command: ClientCommand, modes: Modes): Promise<Right> {
  switch (command.type) {
    case 'thread_create': {
      const mode = canonicalMode(command.permission_mode ?? (await modes.ofNewThreads()))
      return ASKING.has(mode) && command.capabilities === undefined ? 'propose' : 'person'
    }
    case 'turn_start': {
      const mode = await modes.ofThread(command.thread_id)
      return mode === undefined || ASKING.has(canonicalMode(mode)) ? 'propose' : 'person'
    }
    default:
      return COMMAND_RIGHTS[command.type]
  }
}
