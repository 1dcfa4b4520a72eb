import { byHand, type HandResult, type Target, type Tool } from '@countersign/agent'
import type { Actor } from './actor.ts'
import type { Host } from './host.ts'

/** An act of a person in a folder. */
export interface HandWork {
  readonly workspace: string
  readonly tool: Tool
  readonly args: unknown
  /** Files as the person saw them: if one has changed, nothing happens. */
  readonly expects?: readonly Target[]
  readonly signal?: AbortSignal
}

interface HandHost extends Pick<Host, 'gate' | 'ids' | 'home' | 'own'> {
  readonly store: Pick<Host['store'], 'hands'>
}

/**
 * Runs a tool for a person, through the gate: it is recorded and audited as theirs. Only routes and commands with the right `person` may
 * call it.
 */
export async function actByHand(
  { gate, ids, store, home, own }: HandHost,
  { user, via }: Pick<Actor, 'user' | 'via'>,
  { workspace, tool, args, expects, signal = new AbortController().signal }: HandWork,
): Promise<HandResult> {
  if (via === 'job' || via === 'program') throw new Error(`a ${via} cannot act by hand: only a person can`)
  const { lease, threadId } = await store.hands.open(user, workspace)
  try {
    return await byHand(
      { ...gate, ids, mayAct: () => store.hands.holds(lease) },
      {
        lease,
        threadId,
        person: user,
        tool,
        args,
        place: { workspace, cwd: workspace, home, own },
        signal,
        ...(expects === undefined ? {} : { expects }),
      },
    )
  } finally {
    await store.hands.close(lease)
  }
}
