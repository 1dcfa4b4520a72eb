import type { OpenQuestion } from '../../data/selectors.ts'
import { texts } from './texts.ts'

/** `8 similar edits`: how many, and of what. */
export function groupTitle(questions: readonly OpenQuestion[]): string {
  const tool = questions[0]?.call.tool ?? ''
  return texts.similar(questions.length, texts.nouns.get(tool) ?? null)
}

/**
 * The folder that contains all files of a group, such as `src`. Null if that is only the workspace, or if the calls are not about files.
 */
export function commonFolder(questions: readonly OpenQuestion[]): string | null {
  const folders = questions.map(({ call: { body } }) => {
    const path = body.kind === 'write' ? body.path : body.kind === 'path' ? body.paths[0] : undefined
    return path === undefined ? null : path.split('/').slice(0, -1)
  })
  const [first, ...rest] = folders
  if (first === undefined || first === null) return null
  let shared = first.length
  for (const folder of rest) {
    if (folder === null) return null
    let same = 0
    while (same < shared && folder[same] === first[same]) same += 1
    shared = same
  }
  const folder = first.slice(0, shared).join('/')
  return folder === '' ? null : folder
}
