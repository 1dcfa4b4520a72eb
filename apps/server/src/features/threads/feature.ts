import { threadRoutes, type MessageView, type UserId } from '@countersign/protocol'
import { clientTools } from './clients/client-tools.ts'
import { StoredCapabilities } from '../../settings/capabilities.ts'
import { CAPABILITIES_SETTING } from '../../settings/ports.ts'
import { setting } from '../../platform/setting.ts'
import { MAX_COST, THREAD_WAIT } from '../../platform/thread-limits.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Host } from '../../platform/host.ts'
import { noSuchThread, refuse, route, type Route } from '../../platform/route.ts'
import { exportThread } from './export-thread.ts'
import { openOverviews } from './overviews.ts'
import { sharedReads } from './shared-reads.ts'
import { clientCommands } from './client-commands.ts'
import { commandsOfThreads } from './thread-commands.ts'
import { openTitles } from './titles.ts'
import { followCommands, threadTopic } from './thread-topic.ts'
import { listedTools } from './listed-tools.ts'
import { turnCommands } from './turn-commands.ts'

/** Chats, their messages, and the tools of clients that lead them. */
export const threads: Feature = {
  name: 'threads',
  settings: [
    MAX_COST,
    THREAD_WAIT,
    setting({
      name: CAPABILITIES_SETTING,
      scope: 'thread',
      schema: StoredCapabilities,
      standard: { granted: [], withheld: [] },
      about: 'What a person granted to the thread or withheld from it.',
    }),
  ],
  start(host) {
    const clients = clientTools({
      owners: host.toolOwners,
      others: host.otherProcesses,
      ids: () => host.chance.id(),
    })
    const { store, failed } = host
    const topic = threadTopic(store.threads, sharedReads(store.outbox))
    const ofClients = clientCommands(clients, topic, (client) => host.windows.seatOf(client))
    const overviews = openOverviews({ threads: store.threads, approvals: store.approvals, failed })
    const stop = store.outbox.listen((hint) => {
      if (hint.kind === 'person') overviews.changed(hint.userId, hint.changed)
    })
    return {
      tools: () => clients.tools(),
      routes: routesOfThreads(host),
      commands: [
        ...commandsOfThreads(host),
        ...turnCommands(host, openTitles(host)),
        ...followCommands(topic),
        ...ofClients.commands,
      ],
      topics: [topic],
      connected(client) {
        const leaveTools = ofClients.connected(client)
        const leaveLists = overviews.join(client.actor.user, client.sendText)
        return () => {
          leaveTools()
          leaveLists()
        }
      },
      close: async () => stop(),
    }
  },
}

/** Limits of a search: words, and returned threads. */
const WORD_LIMIT = 8
const FOUND_LIMIT = 50

function routesOfThreads(host: Host): readonly Route[] {
  const { capabilities, store } = host
  const whole = async (user: UserId, message: MessageView): Promise<MessageView> =>
    message.bytes === undefined ? message : ((await store.threads.message(user, message.id)) ?? message)
  return [
    route(threadRoutes.list, async ({ actor }) => ({ threads: await store.threads.list(actor.user) })),
    route(threadRoutes.found, ({ actor, query }) =>
      store.threads.find(actor.user, query.words.split(/\s+/).slice(0, WORD_LIMIT), FOUND_LIMIT),
    ),
    route(
      threadRoutes.snapshot,
      async ({ actor, params }) => (await store.threads.snapshot(actor.user, params.id)) ?? noSuchThread(),
    ),
    route(threadRoutes.message, async ({ actor, params }) => {
      const message = await store.threads.message(actor.user, params.id)
      return message === undefined ? refuse(404, 'not_found', 'there is no such message') : { message }
    }),
    route(threadRoutes.export, async ({ actor, params, query }) => {
      const snapshot = await store.threads.snapshot(actor.user, params.id)
      if (snapshot === undefined) return noSuchThread()
      const messages = await Promise.all(snapshot.messages.map(async (message) => whole(actor.user, message)))
      return exportThread({ ...snapshot, messages }, query.format)
    }),
    route(threadRoutes.capabilities, async ({ actor, params: { id } }) => {
      if (!(await store.threads.get(actor.user, id))) return noSuchThread()
      const { granted, withheld } = await capabilities.choice(id)
      return { has: [...(await capabilities.of(id))], granted: [...granted], withheld: [...withheld] }
    }),
    route(threadRoutes.tools, async ({ actor, query: { thread_id: id } }) => {
      const thread = id === undefined ? undefined : await store.threads.get(actor.user, id)
      if (id !== undefined && thread === undefined) return noSuchThread()
      return { tools: await listedTools(host, actor, thread) }
    }),
  ]
}
