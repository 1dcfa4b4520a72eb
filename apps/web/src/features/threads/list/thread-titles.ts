import type { ThreadId, ThreadView } from '@countersign/protocol'
import { texts } from '../texts.ts'

/** Distinct titles: of several equal ones in a project, the later ones are numbered. */
export function threadTitles(threads: readonly ThreadView[]): ReadonlyMap<ThreadId, string> {
  const taken = new Map<string, number>()
  const titles = new Map<ThreadId, string>()
  for (const { id, title, workspace } of threads.toSorted((a, b) => a.created_at - b.created_at)) {
    const plain = title.trim() === '' ? texts.untitled : title
    const key = `${workspace}\n${plain.toLowerCase()}`
    const number = (taken.get(key) ?? 0) + 1
    taken.set(key, number)
    titles.set(id, number === 1 ? plain : `${plain} (${number})`)
  }
  return titles
}
