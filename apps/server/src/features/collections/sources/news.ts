import type { CollectionChanged } from '@countersign/protocol'
import type { TopicEvents } from '../../../turns/topic-events.ts'

/** Milliseconds in which changes of one collection are reported once. */
const QUIET = 300

/** Notifies pages that something in a collection changed, however many documents changed at once. */
export function changeNews(
  topics: Pick<TopicEvents, 'publish'>,
  failed: (what: string, cause: unknown) => void,
) {
  const waiting = new Map<string, { readonly owner: string; readonly collection: string }>()
  let timer: NodeJS.Timeout | undefined

  async function send(): Promise<void> {
    timer = undefined
    const all = [...waiting.values()]
    waiting.clear()
    for (const { owner, collection } of all) {
      const event: CollectionChanged = { type: 'document_changed', collection }
      await topics.publish(`collections:${owner}`, event)
    }
  }

  return {
    tell(owner: string, collection: string): void {
      waiting.set(`${owner} ${collection}`, { owner, collection })
      timer ??= setTimeout(() => {
        send().catch((cause: unknown) => failed('telling of changed documents', cause))
      }, QUIET)
    },
    async close(): Promise<void> {
      clearTimeout(timer)
      await send()
    },
  }
}
