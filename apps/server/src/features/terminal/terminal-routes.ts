import { terminalRoutes, type ThreadId, type UserId } from '@countersign/protocol'
import type { Host } from '../../platform/host.ts'
import { DONE, noSuchThread, refuse, Refused, route, type Route } from '../../platform/route.ts'
import type { Shells } from './shells.ts'
import type { TerminalSessions } from './sessions.ts'
import { viewOfShell, type TerminalPlace, type Terminals } from './terminals.ts'

export interface TerminalHost extends Pick<Host, 'boot' | 'clock' | 'config' | 'env' | 'workspace'> {
  readonly store: Pick<Host['store'], 'threads'>
}

interface Parts {
  readonly shells: Shells
  readonly sessions: TerminalSessions
  readonly terminals: Terminals
}

/** A person's terminals: every one of these actions needs a person. */
export function terminalRoutesOf(
  host: TerminalHost,
  { shells, sessions, terminals }: Parts,
): readonly Route[] {
  return [
    route(terminalRoutes.list, async ({ actor, query }) => {
      const place = await terminalPlace(host, actor.user, query.thread_id)
      if (place instanceof Refused) return place
      return { boot: host.boot, terminals: [...terminals.list(place)], closed: whyClosed(host) }
    }),
    route(terminalRoutes.open, async ({ actor, body: { thread_id, terminal, cols, rows } }) => {
      const closed = whyClosed(host)
      if (closed !== null) return refuse(403, 'denied', closed)
      if (!/^\d+$/.test(terminal))
        return refuse(400, 'bad_message', 'a terminal of your own has a number, from 1 to 999')
      const place = await terminalPlace(host, actor.user, thread_id)
      if (place instanceof Refused) return place
      const started = await shells.open({ ...place, name: terminal, size: { cols, rows }, via: actor.via })
      if (!started.ok) return refuse(409, 'unavailable', started.message)
      return viewOfShell(started.shell, thread_id)
    }),
    route(terminalRoutes.share, async ({ actor, body: { thread_id, terminal, shared } }) => {
      const place = await terminalPlace(host, actor.user, thread_id)
      if (place instanceof Refused) return place
      const shell = shells.find(place.user, place.folder, terminal)
      if (shell === undefined) return noSuchTerminal()
      shells.share(shell, thread_id, shared)
      return viewOfShell(shell, thread_id)
    }),
    route(terminalRoutes.end, async ({ actor, body: { thread_id, terminal } }) => {
      const place = await terminalPlace(host, actor.user, thread_id)
      if (place instanceof Refused) return place
      const shell = shells.find(place.user, place.folder, terminal)
      if (shell !== undefined) await shells.end(shell)
      else if (terminals.find(place, terminal)?.view.kind === 'agent') await sessions.stop(terminal)
      else return noSuchTerminal()
      return DONE
    }),
  ]
}

export async function terminalPlace(
  { store, workspace }: TerminalHost,
  user: UserId,
  threadId: ThreadId | undefined,
): Promise<TerminalPlace | Refused> {
  const thread = threadId === undefined ? undefined : await store.threads.get(user, threadId)
  if (threadId !== undefined && thread === undefined) return noSuchThread()
  return { user, folder: thread?.workspace ?? workspace, threadId }
}

/** A shell at a public address is a shell for everyone who obtains a session: the operator decides on that. */
function whyClosed({ config, env }: Pick<TerminalHost, 'config' | 'env'>): string | null {
  if (config.publicUrl === undefined || env['COUNTERSIGN_PUBLIC_TERMINAL'] === 'allow') return null
  return 'this server has a public address, and its operator has not allowed terminals there (`COUNTERSIGN_PUBLIC_TERMINAL=allow`)'
}

function noSuchTerminal(): Refused {
  return refuse(404, 'not_found', 'there is no such terminal; it may have ended')
}
