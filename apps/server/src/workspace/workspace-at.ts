import type { Result } from '@countersign/policy'
import type { Preferences, UserId } from '@countersign/protocol'
import { access, constants, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, resolve, sep } from 'node:path'
import { errorCode } from '../disk/error-code.ts'

export interface Ground {
  /** The person's home folder, for `~`. */
  readonly home: string
  /** The gate's own folders. */
  readonly own: readonly string[]
}

export interface NewThreads extends Ground {
  /** The folder named at startup. */
  readonly workspace: string
  readonly models: {
    readonly preferences: { read(user: UserId): Promise<Pick<Preferences, 'default_folder'>> }
  }
}

/** A folder that a person typed, as the absolute path for a thread; or why it is invalid, and what to do. */
export async function workspaceAt(
  typed: string,
  { home, own }: Ground,
): Promise<Result<string, { readonly message: string }>> {
  const path = wholePath(typed, home)
  if (path === undefined) return refused('enter the full path of the folder, starting with `/` or `~/`')
  try {
    if (!(await stat(path)).isDirectory())
      return refused(`\`${path}\` is a file: enter the folder that contains it`)
    await access(path, constants.R_OK | constants.X_OK)
    const real = await realpath(path)
    if (own.some((folder) => real === folder || real.startsWith(folder + sep)))
      return refused(`\`${path}\` contains Countersign’s own data: choose another folder`)
    return { ok: true, value: path }
  } catch (cause) {
    return refused(whyNot(path, errorCode(cause)))
  }
}

/** The folder of a person's new threads: the chosen one, while it exists, otherwise the one named at startup. */
export async function folderOfNewThreads(host: NewThreads, user: UserId): Promise<string> {
  const { default_folder: chosen } = await host.models.preferences.read(user)
  if (chosen === null) return host.workspace
  const found = await workspaceAt(chosen, host)
  return found.ok ? found.value : host.workspace
}

/** Undefined: a relative path without a base. */
export function wholePath(typed: string, home: string): string | undefined {
  const text = typed.trim()
  if (text === '~') return home
  const path = text.startsWith('~/') ? join(home, text.slice(2)) : text
  return isAbsolute(path) && !path.includes('\0') ? resolve(path) : undefined
}

function refused(message: string): { readonly ok: false; readonly error: { readonly message: string } } {
  return { ok: false, error: { message } }
}

function whyNot(path: string, code: string | undefined): string {
  switch (code) {
    case 'ENOENT':
      return `\`${path}\` does not exist: create it, or choose another folder`
    case 'ENOTDIR':
      return `\`${path}\` does not exist, because part of the path is a file: choose another folder`
    case 'EACCES':
    case 'EPERM':
      return `\`${path}\` cannot be read by the user that runs the server: change its permissions, or choose another folder`
    default:
      return `\`${path}\` cannot be opened (${code ?? 'for an unknown reason'}): choose another folder`
  }
}
