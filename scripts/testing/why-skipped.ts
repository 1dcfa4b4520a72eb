import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that some tests need, with the package that provides each. */
const WANTED = [
  ['bwrap', 'bubblewrap'],
  ['socat', 'socat'],
  ['tmux', 'tmux'],
  ['zsh', 'zsh'],
  ['fish', 'fish'],
  ['espeak-ng', 'espeak-ng'],
] as const

/** Why tests may have been skipped on this machine; undefined if nothing is missing. */
export function whySkipped(here: {
  readonly path: string
  readonly isRoot: boolean
  /** A PostgreSQL with the extension `vector`. */
  readonly pgvector?: string | undefined
}): string | undefined {
  const folders = here.path.split(delimiter).filter((folder) => folder !== '')
  const missing = WANTED.filter(([program]) => !folders.some((folder) => existsSync(join(folder, program))))
  const reasons = [
    ...missing.map(([program, from]) => `\`${program}\` is not installed (package ${from})`),
    ...(here.pgvector === undefined
      ? ['`COUNTERSIGN_TEST_PGVECTOR_URL` names no PostgreSQL with pgvector']
      : []),
    ...(here.isRoot ? [] : ['a few try what only root can']),
  ]
  return reasons.length === 0 ? undefined : `skipped, as ${reasons.join('; ')}`
}
