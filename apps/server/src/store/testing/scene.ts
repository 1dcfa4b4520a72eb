import { hashCall, type Call, type Lease } from '@countersign/agent'
import type { Category, Decision, Lock, Reason } from '@countersign/policy'
import { CallId, UserId, type ThreadId, type ThreadView } from '@countersign/protocol'
import { randomUUID } from 'node:crypto'
import type { Store } from '../open-store.ts'

/** A person in a thread with a running turn: the start of most tests. */
export interface Scene {
  readonly store: Store
  readonly user: UserId
  readonly thread: ThreadView
  readonly lease: Lease
}

export function newUser(): UserId {
  return UserId.parse(`usr_${plainUuid()}`)
}

export function newCallId(): CallId {
  return CallId.parse(`call_${plainUuid()}`)
}

export function plainUuid(): string {
  return randomUUID().replaceAll('-', '')
}

export async function newThread(store: Store, user: UserId, mode = 'default'): Promise<ThreadView> {
  return store.threads.create(user, { title: 'A chat', mode, model: 'demo', workspace: '/w' })
}

/** Starts a turn and claims it: there are no other runnable turns, because every scene ends its own. */
export async function openScene(store: Store, processId: string, mode = 'default'): Promise<Scene> {
  const user = newUser()
  const thread = await newThread(store, user, mode)
  const lease = await startTurn(store, processId, user, thread.id)
  return { store, user, thread, lease }
}

export async function startTurn(
  store: Store,
  processId: string,
  user: UserId,
  threadId: ThreadId,
  text = 'Do it',
): Promise<Lease> {
  const started = await store.turns.start(user, threadId, { text })
  if (started.kind !== 'started') throw new Error(`the turn did not start: ${started.kind}`)
  for (;;) {
    const claimed = await store.turns.claim(processId)
    if (claimed === undefined) throw new Error('the turn cannot be claimed')
    if (claimed.turnId === started.turnId) return claimed.lease
    // Left by a scene that failed.
    await store.turns.stop(claimed.owner, claimed.threadId)
  }
}

export interface CallWish {
  readonly category?: Category
  readonly destructive?: boolean
  readonly asks?: 'always'
  readonly repeat?: Call['repeat']
  readonly command?: string
  readonly parentId?: CallId
  readonly tool?: string
}

export async function newCall(scene: Pick<Scene, 'lease' | 'thread'>, wish: CallWish = {}): Promise<Call> {
  const tool = wish.tool ?? 'terminal.exec'
  const command = wish.command ?? 'npm test'
  const args = { command }
  return {
    id: newCallId(),
    threadId: scene.thread.id,
    turnId: scene.lease.turnId,
    parentId: wish.parentId ?? null,
    depth: wish.parentId === undefined ? 0 : 1,
    tool,
    facts: {
      name: tool,
      category: wish.category ?? 'execute',
      destructive: wish.destructive ?? false,
      editSafe: false,
      kind: 'shell',
      ...(wish.asks === undefined ? {} : { asks: wish.asks }),
    },
    repeat: wish.repeat ?? 'never',
    title: 'Run a command',
    specifier: { kind: 'shell', command },
    specifierText: command,
    args,
    hash: hashCall(tool, args),
    body: { kind: 'shell', command, cwd: '/w' },
    targets: [],
  }
}

const REASONS: Readonly<Record<Decision['verdict'], Reason>> = {
  run: { because: 'mode', mode: 'auto', row: 'execute' },
  ask: { because: 'mode', mode: 'default', row: 'execute' },
  block: { because: 'plan', mode: 'plan', row: 'execute' },
}

export function decided(verdict: Decision['verdict'], locked?: Lock): Decision {
  return { verdict, reason: REASONS[verdict], parts: [], ...(locked === undefined ? {} : { locked }) }
}

export const NO_EXTRA = { offers: () => [], parents: [] } as const

/** Proposes a call that the policy runs, asks about, or blocks. */
export async function propose(
  scene: Scene,
  verdict: Decision['verdict'],
  wish: CallWish = {},
  locked?: Lock,
): Promise<Call> {
  const call = await newCall(scene, wish)
  await scene.store.calls.propose(scene.lease, call, decided(verdict, locked), NO_EXTRA)
  return call
}

/** Ends the turn of a scene, so that the next scene finds nothing to claim. */
export async function closeScene({ store, lease, user, thread }: Scene): Promise<void> {
  const usage = { inputTokens: 1, outputTokens: 1 }
  const finished = await store.turns.finish(lease, { kind: 'answered', text: 'Done.', usage })
  if (!finished) await store.turns.stop(user, thread.id)
}
