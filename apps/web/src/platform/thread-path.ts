import type { ThreadId } from '@countersign/protocol'

/** The page on which files and editor are beside the chat. */
export function isBench(path: string): boolean {
  return path.startsWith('/w/')
}

/** Whether the page at a path shows this chat: alone, or with files and editor beside it. */
export function showsThread(path: string, thread: ThreadId): boolean {
  return path === `/t/${thread}` || path === `/w/${thread}`
}

/** Where another chat is shown from here: who works with files and editor beside the chat stays there. */
export function threadPath(path: string, thread: ThreadId): string {
  return isBench(path) ? `/w/${thread}` : `/t/${thread}`
}
