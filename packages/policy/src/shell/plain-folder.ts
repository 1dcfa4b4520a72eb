import type { Place } from '../model/call.ts'

/**
 * A folder of a project, like any other: what is done in it by relative names is judged the same where nobody knows the
 * folder. Nothing that is protected or secret lies in it by its own name, and no root is in it or is it.
 */
export function isPlainFolder(folder: string, { home, workspace, own = [] }: Place): boolean {
  if (!PLAIN.test(folder)) return false
  if ([home, workspace, ...own].some((root) => isBelow(root, folder))) return false
  if (own.some((root) => isBelow(folder, root))) return false
  return isBelow(folder, workspace) || isBelow(folder, home) || !SYSTEM.test(folder)
}

/** Names that are protected or kept secret have dots or capitals. */
const PLAIN = /^(?:\/[a-z\d][a-z\d_-]*)+$/

/** Someone's home, and the trees of the system. */
const SYSTEM =
  /^\/(?:home(?:\/[^/]+)?|(?:bin|boot|dev|etc|lib\d*|opt|proc|root|run|sbin|srv|sys|usr|var)(?:\/.*)?)$/

/** The same folder, or one below. */
function isBelow(folder: string, root: string): boolean {
  return folder === root || folder.startsWith(`${root}/`)
}
