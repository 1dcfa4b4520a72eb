import { isSecret, secretPaths, type Decision, type Place, type Specifier } from '@countersign/policy'
import { existsSync, readdirSync, realpathSync, type Dirent } from 'node:fs'
import { join, relative } from 'node:path'
import { setImmediate as nextTick } from 'node:timers/promises'
import { shellQuoted } from '../processes/shell-quoted.ts'

/** Secrets that a command in the sandbox does not see. */
export interface HiddenSecrets {
  readonly paths: readonly string[]
  /** Those of the workspace, as people write them: a rule could open them. */
  readonly inWorkspace: readonly string[]
}

/** Folders of packages and of version control: no project has its environment files there. */
const PASSED_OVER = new Set(['node_modules', '.git', '.hg', '.svn', '.venv', 'site-packages', '__pycache__'])
/** How many folders are read before the event loop gets a turn. */
const SLICE = 100

/**
 * Keys in the home folder and environment files of the workspace, from the policy's own tables. A command without a yes from a person or a
 * rule does not see them, unless its text names one (then the gate asked about it) or the current rules let anyone read it.
 */
export async function hiddenSecrets(
  place: Place,
  judge: (specifier: Specifier) => Decision,
  named: readonly string[],
): Promise<HiddenSecrets> {
  const isHidden = (path: string) =>
    !named.includes(path) &&
    judge({ kind: 'shell', command: `cat -- ${shellQuoted(path)}` }).verdict !== 'run'
  const ofHome = secretPaths(place.home).filter((path) => existsSync(path) && isHidden(path))
  const ofWorkspace = (await environmentFiles(place)).filter(isHidden)
  return {
    paths: [...new Set([...ofHome, ...ofWorkspace].flatMap((path) => [path, realpathSync(path)]))],
    inWorkspace: ofWorkspace.map((path) => relative(place.workspace, path)),
  }
}

async function environmentFiles(place: Place): Promise<readonly string[]> {
  const found: string[] = []
  const todo = [place.workspace]
  let count = 0
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    count += 1
    if (count % SLICE === 0) await nextTick()
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!PASSED_OVER.has(entry.name)) todo.push(path)
      } else if (/^\.env/i.test(entry.name) && isSecret(path, place) && existsSync(path)) found.push(path)
    }
  }
  return found
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // A file that this user cannot read cannot be read by its commands either.
    return []
  }
}
