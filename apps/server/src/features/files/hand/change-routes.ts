import type { HandResult, Tool } from '@countersign/agent'
import { workspaceRoutes, type HandOutcome, type ThreadId } from '@countersign/protocol'
import type { Actor } from '../../../platform/actor.ts'
import { actByHand } from '../../../platform/act-by-hand.ts'
import { Refused, refuse, route, type Route } from '../../../platform/route.ts'
import { readContent } from '../../../workspace/content.ts'
import { isInside, subjectOf } from '../../../workspace/workspace-path.ts'
import { hashIn } from '../../../file-writes/put-file.ts'
import { handPlace, type HandHost } from './hand-place.ts'

interface Act {
  readonly thread: ThreadId | undefined
  readonly tool: string
  readonly args: Readonly<Record<string, string | readonly string[]>>
  /** A final link is itself renamed or deleted; otherwise its target is changed. */
  readonly last?: 'itself'
  /** The paths that it touches: all of them are in the workspace. */
  readonly paths: readonly string[]
  /** The file as the person saw it; null: it did not exist. Absent: it is not compared. */
  readonly expected?: string | null
}

/** A person changes files of a workspace: with the agent's tools, under their own name, in the audit log, with undo. */
export function changeRoutes(host: HandHost, tools: readonly Tool[]): readonly Route[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))

  async function act(actor: Actor, { thread, tool, args, paths, expected, last }: Act) {
    const where = await handPlace(host, actor.user, thread)
    if (where instanceof Refused) return where
    const { place } = where
    const subjects = await Promise.all(
      paths.map((path) => subjectOf(path, place, { last: last ?? 'followed' })),
    )
    const outside = subjects.find(({ resolved }) => !isInside(resolved, place))
    if (outside !== undefined)
      return refuse(403, 'outside', `\`${outside.asked}\` is outside the folder of this chat`)
    const used = byName.get(tool)
    if (used === undefined) throw new Error(`there is no tool ${tool}`)
    const path = subjects[0]?.resolved ?? ''
    const result = await actByHand(host, actor, {
      workspace: place.workspace,
      tool: used,
      args,
      ...(expected === undefined ? {} : { expects: [{ path, hash: expected }] }),
    })
    return { result, path }
  }

  return [
    route(
      workspaceRoutes.save,
      async ({ actor, body: { thread_id: thread, path, text, expected, calls } }) => {
        const args = { path, content: text, ...(calls === undefined ? {} : { of_calls: calls }) }
        const did = await act(actor, { thread, tool: 'files.write', args, paths: [path], expected })
        if (did instanceof Refused) return did
        // The agent's text does not become the person's when they save it: the audit log says which calls wrote it.
        if (calls !== undefined && did.result.state === 'succeeded')
          await host.store.audit.note(actor.user, 'files.saved_text_of_calls', {
            call_id: did.result.callId,
            of_calls: calls,
          })
        const hash = did.result.state === 'succeeded' ? hashIn(await readContent(did.path)) : undefined
        return { ...outcomeOf(did.result), ...(typeof hash === 'string' ? { hash } : {}) }
      },
    ),
    route(workspaceRoutes.makeFolder, async ({ actor, body: { thread_id: thread, path } }) => {
      const args = { path: `${path.replace(/\/+$/, '')}/` }
      const did = await act(actor, { thread, tool: 'files.create', args, paths: [path] })
      return did instanceof Refused ? did : outcomeOf(did.result)
    }),
    route(workspaceRoutes.rename, async ({ actor, body: { thread_id: thread, path, to } }) => {
      const args = { from: path, to }
      const did = await act(actor, { thread, tool: 'files.rename', args, paths: [path, to], last: 'itself' })
      return did instanceof Refused ? did : outcomeOf(did.result)
    }),
    route(workspaceRoutes.delete, async ({ actor, body: { thread_id: thread, path } }) => {
      const did = await act(actor, {
        thread,
        tool: 'files.delete',
        args: { path },
        paths: [path],
        last: 'itself',
      })
      return did instanceof Refused ? did : outcomeOf(did.result)
    }),
  ]
}

function outcomeOf({ callId, state, code, text }: HandResult): HandOutcome {
  return { ok: state === 'succeeded', call_id: callId, code, text }
}
