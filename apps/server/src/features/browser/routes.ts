import { browserRoutes, type ThreadId, type UserId } from '@countersign/protocol'
import type { Host } from '../../platform/host.ts'
import { DONE, noSuchThread, refuse, route, type Route } from '../../platform/route.ts'
import { BRINGABLE, canBring, removeChromium, versionIn } from './chromium/bring.ts'
import type { Bringing } from './chromium/bringing.ts'
import { broughtFolder, findChromiums } from './chromium/find.ts'
import { whyNoBrowser } from './chromium/launch.ts'
import type { Logins } from './logins.ts'
import type { Sessions } from './sessions.ts'
import { playwrightScript } from './trace/script.ts'
import type { Trace } from './trace/trace.ts'

interface Parts {
  readonly sessions: Sessions
  readonly logins: Logins
  readonly trace: Trace
  readonly bringing: Bringing
}

export function browserRoutesOf(
  host: Pick<Host, 'env' | 'folder' | 'store'>,
  { sessions, logins, trace, bringing }: Parts,
): readonly Route[] {
  const isMine = async (user: UserId, thread: ThreadId) =>
    (await host.store.threads.get(user, thread)) !== undefined
  const kept = async (user: UserId) => ({ logins: [...(await logins.list(user))] })
  return [
    route(browserRoutes.state, async ({ actor, query: { thread_id } }) => {
      if (!(await isMine(actor.user, thread_id))) return noSuchThread()
      return viewOf(host, { sessions, bringing }, thread_id)
    }),
    route(browserRoutes.close, async ({ actor, body: { thread_id } }) => {
      if (!(await isMine(actor.user, thread_id))) return noSuchThread()
      await sessions.close(thread_id)
      return DONE
    }),
    route(browserRoutes.trace, async ({ actor, query: { thread_id } }) =>
      (await isMine(actor.user, thread_id))
        ? { entries: [...(await trace.list(thread_id))] }
        : noSuchThread(),
    ),
    route(browserRoutes.script, async ({ actor, query: { thread_id } }) =>
      (await isMine(actor.user, thread_id))
        ? { text: playwrightScript(await trace.list(thread_id)) }
        : noSuchThread(),
    ),
    route(browserRoutes.logins, ({ actor }) => kept(actor.user)),
    route(browserRoutes.keep, async ({ actor, body: { thread_id } }) => {
      const session = (await isMine(actor.user, thread_id)) ? sessions.find(thread_id) : undefined
      const url = session === undefined ? null : URL.parse(session.page.url())
      if (session === undefined || url === null || url.origin === 'null')
        return refuse(409, 'unavailable', 'no page is open, so there is no login to save')
      const cookies = await session.context.cookies(url.href)
      if (cookies.length === 0) return refuse(409, 'unavailable', `${url.host} has set no cookies here`)
      await logins.keep(actor.user, url.origin, cookies)
      return kept(actor.user)
    }),
    route(browserRoutes.forget, async ({ actor, body: { origin } }) => {
      await logins.forget(actor.user, origin)
      return kept(actor.user)
    }),
    route(browserRoutes.bring, () => {
      // This takes as long as the download; meanwhile the pane asks for the state.
      void bringing.start()
      return DONE
    }),
    route(browserRoutes.removeBrought, async () => {
      await removeChromium(broughtFolder(host.folder))
      return DONE
    }),
  ]
}

async function viewOf(
  host: Pick<Host, 'env' | 'folder'>,
  { sessions, bringing }: Pick<Parts, 'sessions' | 'bringing'>,
  thread: ThreadId,
) {
  const session = sessions.find(thread)
  const found = findChromiums(host.env, host.folder)
  const [first] = found
  const own = broughtFolder(host.folder)
  const page =
    session === undefined
      ? null
      : {
          url: session.mask.text(session.page.url()),
          title: session.mask.text(await session.page.title().catch(() => '')),
          tabs: session.pages.length,
        }
  return {
    // Programs read this route too; the person sees both through the socket of the takeover.
    page: session?.holding.isHeld === true && page !== null ? { ...page, url: '', title: '' } : page,
    held: session?.holding.isHeld ?? false,
    dropped: session?.guard.dropped ?? 0,
    chromium:
      first === undefined
        ? null
        : { ...first, version: first.path.startsWith(own) ? (versionIn(own) ?? null) : null },
    why_not: first === undefined || session !== undefined ? null : ((await whyNoBrowser(found)) ?? null),
    bring: canBring()
      ? {
          ...BRINGABLE,
          brought: found.some(({ source }) => source === 'the data folder'),
          progress: bringing.progress,
          problem: bringing.problem,
        }
      : null,
  }
}
