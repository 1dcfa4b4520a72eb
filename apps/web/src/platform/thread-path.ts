import type { ThreadId } from '@countersign/protocol'

/** The page with files and editor next to the thread. */
export function isBench(path: string): boolean {
  return path.startsWith('/w/')
}

/** Whether the page at a path shows this thread, alone or with files and editor. */
export function showsThread(path: string, thread: ThreadId): boolean {
  return path === `/t/${thread}` || path === `/w/${thread}`
}

/** The path to another thread from here: a person in the workbench stays in the workbench. */
export function threadPath(path: string, thread: ThreadId): string {
  return isBench(path) ? `/w/${thread}` : `/t/${thread}`
}
