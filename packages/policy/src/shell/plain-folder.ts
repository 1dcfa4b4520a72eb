import type { Place } from '../model/call.ts'

/**
 * An ordinary folder of a project: actions in it by relative names are judged as if the folder were unknown. Nothing protected or secret is
 * in it by its own name, and it neither is nor contains a root.
 */
export function isPlainFolder(folder: string, { home, workspace, own = [] }: Place): boolean {
  if (!PLAIN.test(folder)) return false
  if ([home, workspace, ...own].some((root) => isBelow(root, folder))) return false
  if (own.some((root) => isBelow(folder, root))) return false
  return isBelow(folder, workspace) || isBelow(folder, home) || !SYSTEM.test(folder)
}

/** Names that are protected or secret have dots or capitals. */
const PLAIN = /^(?:\/[a-z\d][a-z\d_-]*)+$/

/** Homes, and system folders. */
const SYSTEM =
  /^\/(?:home(?:\/[^/]+)?|(?:bin|boot|dev|etc|lib\d*|opt|proc|root|run|sbin|srv|sys|usr|var)(?:\/.*)?)$/

/** The same folder, or one below. */
function isBelow(folder: string, root: string): boolean {
  return folder === root || folder.startsWith(`${root}/`)
}
