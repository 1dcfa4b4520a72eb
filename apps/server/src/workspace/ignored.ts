import ignore, { type Ignore } from 'ignore'
import { join, relative } from 'node:path'
import { readContent } from './content.ts'

/** The paths that the `.gitignore` files from the workspace root down to a folder exclude. */
export interface Ignored {
  /** `path` is absolute and below the folder that this was made for. */
  has(path: string, kind: 'file' | 'folder'): boolean
  /** The same with the `.gitignore` of a folder below. */
  below(folder: string): Promise<Ignored>
}

interface Level {
  readonly folder: string
  readonly rules: Ignore
}

/** Reads the ignore files on the way from `root` down to `folder`. */
export async function ignoredBelow(root: string, folder: string): Promise<Ignored> {
  const names = relative(root, folder)
    .split('/')
    .filter((name) => name !== '' && name !== '..')
  let ignored = ignoredBy([...(await levelOf(join(root, '.git', 'info', 'exclude'), root))])
  ignored = await ignored.below(root)
  let path = root
  for (const name of folder.startsWith(root) ? names : []) {
    path = join(path, name)
    ignored = await ignored.below(path)
  }
  return ignored
}

/** The deepest file that mentions a path decides. */
function ignoredBy(levels: readonly Level[]): Ignored {
  return {
    has(path, kind) {
      if (path.endsWith('/.git')) return true
      for (const { folder, rules } of levels.toReversed()) {
        const inside = relative(folder, path)
        if (inside === '' || inside.startsWith('..')) continue
        const found = rules.test(kind === 'folder' ? `${inside}/` : inside)
        if (found.ignored || found.unignored) return found.ignored
      }
      return false
    },
    below: async (folder) => ignoredBy([...levels, ...(await levelOf(join(folder, '.gitignore'), folder))]),
  }
}

async function levelOf(file: string, folder: string): Promise<readonly Level[]> {
  const content = await readContent(file)
  return content.kind === 'file'
    ? [{ folder, rules: ignore({ ignorecase: false }).add(content.bytes.toString('utf8')) }]
    : []
}
