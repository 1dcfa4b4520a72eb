/** `path` as seen from `cwd`, without `.` and `..` (as `cd` reads them, by the text alone); undefined: not known. */
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

/** The folder where the shell works when nobody knows which: what is written and run there is the same file. */
export const SOMEWHERE = '/?'
