import { refuse, type Reading } from './context.ts'
import { resolvePath } from './directory.ts'
import type { State } from './state.ts'
import type { Value } from './value.ts'

/** What the text itself has written into a file. One that it fills in more ways than are followed is not run unread. */
export function writtenIn(
  path: string,
  position: number,
  { cwds }: Pick<State, 'cwds'>,
  reading: Reading,
): readonly Value[] {
  const { files, lost } = reading
  if (files.size + lost.size === 0) return []
  return cwds.flatMap((cwd) => {
    const file = resolvePath(path, cwd) ?? ''
    if (lost.has(file)) refuse(reading, `\`${path}\` is filled in more ways than are followed`, position)
    return files.get(file) ?? []
  })
}
