import { changeRoutes, type CallId, type HunkOutcome } from '@countersign/protocol'
import { threadsOf } from '../../store/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { actByHand } from '../../platform/act-by-hand.ts'
import { refuse, Refused, route, type Route } from '../../platform/route.ts'
import { readContent } from '../../workspace/content.ts'
import { isInside, subjectOf } from '../../workspace/workspace-path.ts'
import { judge, undoneCalls } from './changes-view.ts'
import type { KeptHunks } from './kept-hunks.ts'
import { threadPlace, loadChanges, type ChangesHost, type ThreadPlace } from './load-changes.ts'
import { fileAt, planFile, type Part } from './undo-plan.ts'
import { undoTool } from './undo-tool.ts'

interface Undoing {
  /** From the workspace root. */
  readonly path: string
  readonly parts: readonly Part[]
  readonly back: boolean
}

/** A person undoes hunks: each file with a call at the gate, under their own name. */
export function undoRoutes(host: ChangesHost, kept: KeptHunks): readonly Route[] {
  const { checkpoints } = host.laterFiles
  const tool = undoTool(checkpoints)

  async function undoIn(
    actor: Actor,
    { workspace, place }: ThreadPlace,
    { path, parts, back }: Undoing,
  ): Promise<HunkOutcome | Refused> {
    const subject = await subjectOf(path, place, { last: 'itself' })
    if (!isInside(subject.resolved, place))
      return refuse(403, 'outside', `\`${path}\` is outside the folder of this chat`)
    const now = await readContent(subject.resolved)
    const file = await fileAt(
      checkpoints,
      subject.resolved,
      now,
      parts.map(({ call }) => call),
    )
    const { conflicts } = file.text === undefined ? { conflicts: parts } : planFile(file, parts, { back })
    const result = await actByHand(host, actor, {
      workspace,
      tool,
      args: { path, parts, back },
      // Exactly the plan is executed, or nothing.
      expects: [{ path: subject.resolved, hash: now.kind === 'file' ? now.hash : null }],
    })
    return {
      ok: result.state === 'succeeded',
      call_id: result.callId,
      code: result.code,
      text: result.text,
      path,
      conflicts: conflicts.map(({ call, hunk }) => ({ call_id: call, hunk })),
    }
  }

  return [
    route(changeRoutes.undo, async ({ actor, body: { thread_id, path, parts, back = false } }) => {
      const place = await threadPlace(host, actor.user, { thread_id })
      if (place instanceof Refused) return place
      const theirs = await ownCalls(
        host,
        actor,
        parts.map(({ call_id }) => call_id),
      )
      if (!theirs) return refuse(404, 'not_found', 'there is no such call; it may have been deleted')
      const wanted = parts.map(({ call_id, hunk }) => ({ call: call_id, hunk }))
      return undoIn(actor, place, { path, parts: wanted, back })
    }),
    route(changeRoutes.undoAll, async ({ actor, body }) => {
      const loaded = await loadChanges(host, kept, actor.user, body)
      if (loaded instanceof Refused) return loaded
      const { calls, files, marks, shownPath } = loaded
      const byAgent = new Set(calls.flatMap(({ id, author }) => (author === 'you' ? [] : [id])))
      const undone = undoneCalls(calls)
      const outcomes: HunkOutcome[] = []
      for (const file of files) {
        const hunks = judge(file, marks, shownPath, undone)
        // A hunk that a later change covers may reappear when that is undone, so it is tried too.
        const parts = hunks
          .filter(
            ({ change, state }) => byAgent.has(change.call) && (state === 'open' || state === 'replaced'),
          )
          .map(({ change, fit }) => ({ call: change.call, hunk: fit.hunk.id }))
        if (!hunks.some(({ change, state }) => byAgent.has(change.call) && state === 'open')) continue
        const outcome = await undoIn(actor, loaded, { path: shownPath(file.path), parts, back: false })
        if (!(outcome instanceof Refused)) outcomes.push(outcome)
      }
      return { files: outcomes }
    }),
  ]
}

/** Whether these calls belong to this person. */
async function ownCalls(
  { store }: ChangesHost,
  { user }: Pick<Actor, 'user'>,
  ids: readonly CallId[],
): Promise<boolean> {
  const wanted = [...new Set(ids)]
  const rows = await store.db
    .selectFrom('calls')
    .innerJoin('threads', 'threads.id', 'calls.thread_id')
    .select('calls.id')
    .where(threadsOf(user))
    .where('calls.id', 'in', wanted)
    .execute()
  return rows.length === wanted.length
}
