import { filesTopicId, ThreadId, workspaceCommands, type FilesChanged } from '@countersign/protocol'
import { dirname } from 'node:path'
import { command, OK, refuseCommand, type SocketCommand } from '../../../platform/command.ts'
import { Refused } from '../../../platform/route.ts'
import type { SocketClient } from '../../../platform/socket-client.ts'
import type { Topic } from '../../../platform/topic.ts'
import type { Following } from '../../../platform/watch/watches.ts'
import { shown } from '../../../workspace/workspace-path.ts'
import { handPlace, readable, type HandPlace, type WatchHost } from './hand-place.ts'

const KIND = 'files'

/** The folders of one topic that a window shows, by path. */
type Looks = Map<string, Following>

/**
 * Notifies windows of changes in the folders that they show, and of no others: a large workspace costs no more than its unfolded part.
 * Nothing is stored: a reconnected window reloads.
 */
export function folderWatch(host: WatchHost): {
  readonly command: SocketCommand
  readonly topic: Topic
  connected(client: SocketClient): () => void
} {
  const windows = new Map<SocketClient, Map<string, Looks>>()
  let last = 0
  /** Increases across restarts too, because a reconnecting window knows the last one. */
  const nextSeq = (): number => (last = Math.max(last + 1, host.clock.now()))

  function tell(client: SocketClient, id: string, event: FilesChanged): void {
    client.send({ type: 'topic_event', topic: `${KIND}:${id}`, seq: nextSeq(), event })
  }

  async function begin(client: SocketClient, id: string, path: string, where: HandPlace) {
    const subject = await readable(host, path, where.place)
    if (subject instanceof Refused) return undefined
    return host.watches
      .follow({
        root: subject.resolved,
        what: 'folder',
        changed(changes) {
          const paths = changes.map((change) => shown(change.path, where.place))
          const folders = changes.map((change) => shown(dirname(change.path), where.place))
          tell(client, id, { folders: [...new Set(folders)], paths: [...new Set(paths)] })
        },
      })
      .catch(() => undefined)
  }

  function stop(following: Following): void {
    following.stop().catch((cause: unknown) => host.failed('ending to watch a folder', cause))
  }

  return {
    connected(client) {
      windows.set(client, new Map())
      return () => {
        const left = [...(windows.get(client)?.values() ?? [])].flatMap((looks) => [...looks.values()])
        windows.delete(client)
        left.forEach(stop)
      }
    },
    command: command(workspaceCommands.look, async ({ actor, client, command: given }) => {
      const topics = client && windows.get(client)
      if (client === undefined || topics === undefined) return OK
      const where = await handPlace(host, actor.user, given.thread_id)
      if (where instanceof Refused) return refuseCommand('not_found', where.message)
      const id = filesTopicId(given.thread_id ?? null)
      const looks = topics.get(id) ?? new Map<string, Following>()
      topics.set(id, looks)
      const wanted = new Set(given.folders)
      for (const [path, following] of looks)
        if (!wanted.has(path)) {
          looks.delete(path)
          stop(following)
        }
      for (const path of wanted) {
        if (looks.has(path)) continue
        const following = await begin(client, id, path, where)
        if (following === undefined) continue
        // The window may have disconnected in the meantime.
        if (windows.has(client)) looks.set(path, following)
        else stop(following)
      }
      return OK
    }),
    topic: {
      kind: KIND,
      mayFollow: async ({ user }, id) => id === filesTopicId(null) || (await isOwn(host, user, id)),
      read: async () => [],
      caughtUp: (id, seq) => ({ type: 'topic_caught_up', topic: `${KIND}:${id}`, seq }),
    },
  }
}

async function isOwn(host: WatchHost, user: Parameters<typeof handPlace>[1], id: string): Promise<boolean> {
  const thread = ThreadId.safeParse(id)
  return thread.success && (await host.store.threads.get(user, thread.data)) !== undefined
}
