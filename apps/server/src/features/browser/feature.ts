import { decide } from '@countersign/policy'
import { browserBody, handOverBody, type ThreadId, type UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { Feature } from '../../platform/feature.ts'
import type { Host } from '../../platform/host.ts'
import { isEverythingPaused } from '../../platform/paused.ts'
import { readSetting } from '../../platform/setting.ts'
import { THREAD_WAIT } from '../../platform/thread-limits.ts'
import { mayChange } from '../../store/access.ts'
import { broughtChromium } from './chromium/bring.ts'
import { Bringing } from './chromium/bringing.ts'
import { broughtFolder, findChromiums } from './chromium/find.ts'
import { whyNoBrowser } from './chromium/launch.ts'
import { handOverQuestion } from './hand-over.ts'
import { openLogins, type LoginCall } from './logins.ts'
import { browserRoutesOf } from './routes.ts'
import { Sessions } from './sessions.ts'
import { browserSocket } from './takeover/screen-socket.ts'
import { browserTool } from './tool.ts'
import { record } from './trace/record.ts'
import { storedTrace, TRACE_TABLES } from './trace/trace.ts'

/** Milliseconds between two checks for idle browsers. */
const TIDY_EVERY = 60_000
/** Milliseconds between two checks for logins that have expired. */
const PRUNE_EVERY = 3_600_000
/** Milliseconds within which a browser notices that a person paused everything on another process. */
const PAUSED_EVERY = 1000
/** Maximum number of waiting calls that are searched for the request to take over. */
const MOST_WAITING = 1000

/** A browser for each thread that uses one: the agent acts in it through the gate, and a person can take it over. */
export const browser: Feature = {
  name: 'browser',
  ...TRACE_TABLES,
  bodies: [browserBody, handOverBody],
  start(host) {
    const logins = openLogins(host)
    const trace = storedTrace(host.store.db)
    const hidden = [host.folder, host.home, host.workspace]
    const bringing = new Bringing({ folder: broughtFolder(host.folder), hidden })
    const sessions = new Sessions({
      env: host.env,
      folder: host.folder,
      egress: host.egress,
      hidden,
      secret: () => host.chance.secret(),
      listens: (port) => host.listens(port),
      refused: (what, why) => host.log.info({ what, why }, 'a browser was kept from leaving'),
      now: () => host.clock.now(),
      whyNot: async () => ((await isEverythingPaused(host.store.settings)) ? PAUSED_WHY : undefined),
      async cookiesFor(call) {
        const found = await threadFacts(host, call.threadId)
        return found !== undefined && (await servesLogins(host, call)) ? logins.cookies(found.owner) : []
      },
    })
    const tools = (user: UserId) => [
      browserTool({
        sessions,
        images: host.images,
        async judging(thread, as, place) {
          const policy = await host.gate.policy.snapshot(thread)
          return (specifier) => decide({ tool: as, specifier, place }, policy)
        },
        whyNone: () => whyNoBrowser(findChromiums(host.env, host.folder)),
        servesLogins: (call) => servesLogins(host, call),
        secret: (_thread, name, url) => secretFor(host, user, name, url),
        traced: (thread, session, input, work) =>
          record(
            { trace, images: host.images, now: () => host.clock.now(), failed: host.failed },
            thread,
            session,
            { input, work },
          ),
      }),
    ]
    return {
      forPerson: async (user) => ({ tools: tools(user), remembered: [] }),
      routes: browserRoutesOf(host, { sessions, logins, trace, bringing }),
      sockets: [
        browserSocket({
          now: () => host.clock.now(),
          find: (thread) => sessions.find(thread),
          async owns(user, thread) {
            const facts = await threadFacts(host, thread)
            return facts !== undefined && mayChange(user, facts)
          },
          handedBack: (user, thread) => answerHandOver(host, user, thread),
        }),
      ],
      jobs: [
        { name: 'removing old logins', every: PRUNE_EVERY, run: async () => void (await logins.prune()) },
        { name: 'closing browsers that nobody uses', every: TIDY_EVERY, run: () => sessions.closeIdle() },
        {
          name: 'closing browsers while everything is paused',
          every: PAUSED_EVERY,
          async run() {
            if (sessions.threads().length > 0 && (await isEverythingPaused(host.store.settings)))
              await stopAll(host, sessions)
          },
        },
      ],
      paused: () => stopAll(host, sessions),
      brought: async () => broughtChromium(broughtFolder(host.folder)),
      async close() {
        await bringing.close()
        await sessions.closeAll()
      },
    }
  },
}

const PAUSED_WHY =
  'everything is paused, so no browser opens; a person lets it go on under *Triggers*, where they paused it'

/** Answers the question with which the agent asked a person to take its browser: handing it back is the yes. */
async function answerHandOver({ store }: Pick<Host, 'store'>, user: UserId, thread: ThreadId): Promise<void> {
  const { calls } = await store.approvals.waiting(user, { limit: MOST_WAITING })
  const asked = calls.find(({ tool, thread_id }) => tool === handOverQuestion.name && thread_id === thread)
  if (asked === undefined) return
  const { id, hash } = asked
  await store.approvals.answer(user, { callId: id, decision: 'allow_once', hash })
}

/** Stops every turn that uses a browser, then closes the browsers with their pages. */
async function stopAll(host: Pick<Host, 'store'>, sessions: Sessions): Promise<void> {
  for (const thread of sessions.threads()) {
    const facts = await threadFacts(host, thread)
    if (facts !== undefined) await host.store.turns.stop(facts.owner, thread)
  }
  await sessions.closeAll()
}

async function threadFacts({ store }: Pick<Host, 'store'>, thread: ThreadId) {
  const { rows } = await sql<{ owner: UserId; kind: string }>`
    select owner, kind from threads where id = ${thread} and deleted_at is null`.execute(store.db)
  return rows[0]
}

/**
 * Saved logins serve a chat in which a person acts by hand, or whose turn they began where they can watch it: in a page, or in a terminal
 * that is not waiting for a run to end. They serve no workflow, no trigger, no `countersign run`, no other agent and no program.
 */
async function servesLogins(
  host: Pick<Host, 'store' | 'windows'>,
  { threadId, turnId, node }: LoginCall,
): Promise<boolean> {
  // A grant lets a node act where nobody is asked.
  if (node !== undefined) return false
  if ((await threadFacts(host, threadId))?.kind !== 'chat') return false
  const where = turnId === null ? 'page' : await host.windows.beganIn(turnId)
  // Only `countersign run` and other agents limit how long the questions of a thread wait.
  if (where !== 'terminal') return where === 'page'
  return (await readSetting(host.store.settings, THREAD_WAIT, threadId)) === null
}

/** The value of a secret that the person saved, for the hosts they saved it for. */
async function secretFor({ vault }: Pick<Host, 'vault'>, user: UserId, name: string, url: string) {
  const kept = await vault.read(`workflow:${user}:${name}`)
  if (kept.kind === 'none')
    return { problem: `there is no secret \`${name}\`; a person saves it under Secrets` }
  if (kept.kind === 'unreadable')
    return { problem: `the secret \`${name}\` cannot be read; a person must save it again` }
  const host = (URL.parse(url)?.hostname ?? '').toLowerCase()
  const hosts = (kept.facts['hosts'] ?? '').split(' ')
  return hosts.includes(host) ? kept.secret : { problem: `the secret \`${name}\` is not for \`${host}\`` }
}
