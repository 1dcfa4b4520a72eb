import type { RunContext, Target, ToolOutcome } from '@countersign/agent'
import type { FileUse, Place } from '@countersign/policy'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { changeAlone } from '../../file-writes/change-alone.ts'
import { hashIn, putFile } from '../../file-writes/put-file.ts'
import { signedHash, signedPath } from '../../file-writes/resolved-target.ts'
import { readContent } from '../../workspace/content.ts'
import { shown, subjectOf } from '../../workspace/workspace-path.ts'

/** Files that a call will write, and their present state. */
export interface WrittenFiles {
  /** For rules. */
  readonly uses: readonly FileUse[]
  readonly targets: readonly Target[]
  /** For the card. */
  readonly path: string | null
  readonly overwrites?: number
  readonly refusal?: { readonly code: string; readonly text: string }
}

/** `name.png`, or `name-1.png`, `name-2.png` if there are several. */
export function pathsFor(path: string | undefined, count: number): readonly string[] {
  if (path === undefined) return []
  if (count === 1) return [path]
  const dot = path.lastIndexOf('.')
  const at = dot > path.lastIndexOf('/') + 1 ? dot : path.length
  return Array.from({ length: count }, (_, index) => `${path.slice(0, at)}-${index + 1}${path.slice(at)}`)
}

export async function inspectFiles(paths: readonly string[], place: Place): Promise<WrittenFiles> {
  const subjects = await Promise.all(paths.map((path) => subjectOf(path, place)))
  const contents = await Promise.all(subjects.map(({ resolved }) => readContent(resolved)))
  const bytes = contents.reduce(
    (sum, content) => sum + (content.kind === 'file' ? content.bytes.length : 0),
    0,
  )
  const wrong = contents.findIndex((content) => hashIn(content) === undefined)
  const asked = paths.find((path) => path.endsWith('/')) ?? paths[wrong]
  return {
    uses: subjects.map((path) => ({ tool: 'files.write', path })),
    targets: subjects.map(({ resolved }, index) => {
      const content = contents[index]
      return { path: resolved, hash: (content && hashIn(content)) ?? null }
    }),
    path: subjects.length === 0 ? null : subjects.map(({ resolved }) => shown(resolved, place)).join(', '),
    ...(bytes > 0 ? { overwrites: bytes } : {}),
    ...(asked === undefined
      ? {}
      : { refusal: { code: 'not_a_file', text: `\`${asked}\` is a folder: name the file to write` } }),
  }
}

/** Writes the results after storing the previous content for undo. */
export async function writeFiles(
  checkpoints: Checkpoints,
  context: RunContext,
  files: readonly { readonly path: string; readonly bytes: Buffer }[],
): Promise<ToolOutcome> {
  const changed: string[] = []
  for (const { path, bytes } of files) {
    const target = await signedPath(path, context)
    if (!target.ok) return { ...target, changed }
    const written = await changeAlone(checkpoints, context, [target.path], async () => {
      const expected = signedHash(context.call, target.path)
      const put = await putFile(checkpoints, { path: target.path, bytes, expected, call: context.call })
      return put.ok ? { ok: true, text: '', changed: put.changed } : put
    })
    if (!written.ok) return { ...written, changed }
    changed.push(...(written.changed ?? []))
  }
  return { ok: true, text: `Wrote ${files.map(({ path }) => path).join(', ')}.`, changed }
}
