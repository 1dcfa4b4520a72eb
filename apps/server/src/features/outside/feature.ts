import { outsideRoutes, ThreadId, type UserId } from '@countersign/protocol'
import { replyToHook } from './hook-replies.ts'
import { modeCopy } from './mode-copy.ts'
import { OUTSIDE_THREAD } from './outside-turns.ts'
import { outsideSessions } from './sessions.ts'
import { rulesCopy } from './rules-copy.ts'
import type { Feature } from '../../platform/feature.ts'
import { settingFamily } from '../../platform/setting.ts'
import { THREAD_WAIT, UNATTENDED_WAIT } from '../../platform/thread-limits.ts'
import { DONE, refuse, route } from '../../platform/route.ts'

const NOT_OPEN = refuse(404, 'not_found', 'this call is no longer open; it must not be made')
const NOT_RUNNING = refuse(404, 'not_found', 'no such call is running here')

/** Milliseconds between two checks of the rules for their copy. */
const COPY_EVERY = 2000

/**
 * The gate for outside agents: a question that may wait for its answer, a connection held during the call, and its result. Rules and mode
 * are copied into the data folder, so that a hook can decide while no server runs.
 */
export const outside: Feature = {
  name: 'outside',
  settings: [
    settingFamily({
      name: OUTSIDE_THREAD,
      scope: 'person',
      schema: ThreadId,
      about: 'The thread for each agent and place.',
    }),
  ],
  start(host) {
    const { store } = host
    const modeFor = async (user: UserId) => (await host.models.preferences.read(user)).outside_mode
    const sessions = outsideSessions({
      processId: host.boot,
      threads: store.threads,
      turns: store.turns,
      gate: host.gate,
      ids: host.ids,
      mode: modeFor,
      policy: host.policy,
      own: host.own,
      memory: {
        get: (user, name) => store.settings.get(user, name),
        set: (user, name, value) => store.settings.set(user, name, value),
      },
      unattended: (thread) => store.settings.set(thread, THREAD_WAIT.name, UNATTENDED_WAIT),
      failed: host.failed,
    })
    const rulesFile = rulesCopy(host.folder, store.rules)
    const modeFile = modeCopy(host.folder, modeFor)
    const copy = async (user: UserId) => {
      await Promise.all([rulesFile.refresh(user), modeFile.refresh(user)])
    }
    return {
      stopped: (turns) => sessions.check(turns),
      jobs: [{ name: 'copying the rules', every: COPY_EVERY, run: ({ user }) => copy(user) }],
      async close({ user }) {
        await sessions.close()
        await copy(user).catch((cause: unknown) => host.failed('copying the rules', cause))
      },
      routes: [
        route(outsideRoutes.ask, ({ actor, body, gone }) => sessions.ask(actor.user, body, gone)),
        route(outsideRoutes.hook, ({ actor, body, gone }) => replyToHook(sessions, actor.user, body, gone)),
        route(outsideRoutes.heard, ({ params }) => (sessions.heard(params.id) ? DONE : NOT_OPEN)),
        route(outsideRoutes.running, async ({ params, gone }) =>
          (await sessions.hold(params.id, gone)) ? DONE : NOT_RUNNING,
        ),
        route(outsideRoutes.ended, ({ params, body }) =>
          sessions.ended(params.id, body) ? DONE : NOT_RUNNING,
        ),
      ],
    }
  },
}
