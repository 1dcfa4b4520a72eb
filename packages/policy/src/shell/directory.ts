/** `path` relative to `cwd`, without `.` and `..` (resolved lexically, as `cd` does); undefined: unknown. */
export function resolvePath(path: string | undefined, cwd: string | undefined): string | undefined {
  if (path === undefined) return undefined
  if (path.startsWith('/')) return normalize(path)
  return cwd === undefined ? undefined : normalize(`${cwd}/${path}`)
}

function normalize(path: string): string {
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue
    if (name === '..') names.pop()
    else names.push(name)
  }
  return `/${names.join('/')}`
}

/** The working folder when it is unknown: files written and run there are the same files. */
export const SOMEWHERE = '/?'
