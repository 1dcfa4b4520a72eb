import { defineTool, type Ahead, type Inspection, type Tool } from '@countersign/agent'
import type { Place } from '@countersign/policy'
import { basename, dirname } from 'node:path'
import { mkdir } from 'node:fs/promises'
import { z } from 'zod'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { anchorFolder } from '../../workspace/anchored-folder.ts'
import { changeAlone } from '../../file-writes/change-alone.ts'
import { contentAhead, readContent } from '../../workspace/content.ts'
import { errorCode } from '../../disk/error-code.ts'
import { inspectPut } from './inspect-put.ts'
import { PUT, WRITE_LIMIT } from './put-declaration.ts'
import { changedOutcome, changeText, madeFolder, putFile } from '../../file-writes/put-file.ts'
import { signedPath, stale } from '../../file-writes/resolved-target.ts'
import { isInside, shown, subjectOf } from '../../workspace/workspace-path.ts'
import { verifyPut } from './verify-put.ts'

/** Never replaces anything. A path with a trailing slash is a folder. */
export function filesCreate(checkpoints: Checkpoints): Tool {
  return defineTool({
    ...PUT,
    name: 'files.create',
    description:
      'Creates a new file in the workspace, or a folder if the path ends in a slash. Missing parent folders are created.',
    input: z.object({
      path: z.string().min(1).describe('New file, or folder if it ends in a slash, from the workspace root.'),
      content: z.string().max(WRITE_LIMIT).default('').describe('Content of the new file.'),
    }),
    verify: (_input, { call }) => verifyPut(checkpoints, call),
    title: ({ path }) => `Create ${path}`,
    inspect: ({ path, content }, place, ahead) =>
      path.endsWith('/')
        ? inspectFolder(path, place, ahead)
        : inspectPut(
            path,
            place,
            (before) =>
              before.kind === 'absent'
                ? { ok: true, text: content, like: { encoding: 'utf8', lineEnds: 'as-is' } }
                : taken(path),
            { ahead },
          ),
    async run({ path, content }, context) {
      const target = await signedPath(path, context)
      if (!target.ok) return target
      return changeAlone(checkpoints, context, [target.path], async () => {
        if ((await readContent(target.path)).kind !== 'absent') return taken(path)
        const { call } = context
        if (path.endsWith('/')) return createFolder(checkpoints, { path: target.path, asked: path, call })
        const bytes = Buffer.from(content, 'utf8')
        const put = await putFile(checkpoints, { path: target.path, bytes, expected: null, call })
        if (!put.ok) return put
        const text = `Created ${path}, ${content.length} characters.`
        return changedOutcome(text, put.changed, changeText(null, content))
      })
    },
  })
}

function taken(path: string) {
  return {
    ok: false,
    code: 'exists',
    text: `\`${path}\` already exists; \`files.write\` and \`files.edit\` change files`,
  } as const
}

async function inspectFolder(asked: string, place: Place, ahead?: Ahead): Promise<Inspection> {
  const subject = await subjectOf(asked, place)
  const there = (await contentAhead(subject.resolved, ahead)).kind !== 'absent'
  const { code, text } = taken(asked)
  return {
    specifier: { kind: 'path', paths: [subject] },
    body: {
      kind: 'path',
      action: 'create folder',
      paths: [`${shown(subject.resolved, place)}/`],
      outside_workspace: !isInside(subject.resolved, place),
    },
    targets: [{ path: subject.resolved, hash: there ? 'taken' : null }],
    ...(there ? { refusal: { code, text } } : {}),
  }
}

async function createFolder(
  checkpoints: Checkpoints,
  {
    path,
    asked,
    call,
  }: { readonly path: string; readonly asked: string; readonly call: Parameters<Checkpoints['keep']>[0] },
) {
  const parent = await anchorFolder(dirname(path), { create: true })
  if (!parent.ok) return stale(`\`${parent.path}\` is no longer a folder`)
  try {
    await checkpoints.keep(call, [...parent.made, path].map(madeFolder))
    await mkdir(parent.folder.at(basename(path)))
    return changedOutcome(`Created the folder ${asked}.`, [...parent.made, path])
  } catch (cause) {
    if (errorCode(cause) !== 'EEXIST') throw cause
    await checkpoints.drop(call.id)
    return taken(asked)
  } finally {
    await parent.folder.close()
  }
}
