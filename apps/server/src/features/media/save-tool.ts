import { defineTool, type Tool } from '@countersign/agent'
import { buildBody, MediaId, saveBody, type UserId } from '@countersign/protocol'
import { z } from 'zod'
import type { Studio } from './studio.ts'
import { inspectFiles, writeFiles } from './write-files.ts'

/** An act by hand: copies a stored picture or sound into the workspace. The agent uses `path` instead. */
export function saveTool(studio: Pick<Studio, 'library' | 'checkpoints'>, user: UserId): Tool {
  return defineTool({
    name: 'files.write',
    description: 'Writes a stored picture or sound into the workspace.',
    category: 'write',
    destructive: false,
    editSafe: true,
    capability: 'workspace_write',
    specifier: { kind: 'path', template: '{path}' },
    repeat: 'never',
    parallelSafe: false,
    lock: 'files',
    input: z.object({ id: MediaId, path: z.string().min(1) }),
    title: ({ path }) => `Write ${path}`,
    async inspect({ id, path }, place) {
      const files = await inspectFiles([path], place)
      const media = await studio.library.find(user, id)
      const gone = media === undefined ? { code: 'not_found', text: 'it is no longer stored' } : undefined
      const refusal = files.refusal ?? gone
      return {
        specifier: { kind: 'path', paths: files.uses.map(({ path: one }) => one) },
        body: buildBody(saveBody, {
          data: {
            id,
            path: files.path ?? path,
            bytes: media?.bytes ?? 0,
            ...(files.overwrites === undefined ? {} : { overwrites: files.overwrites }),
          },
          entries: [
            { name: 'id', value: id },
            { name: 'path', value: path },
          ],
        }),
        targets: files.targets,
        ...(refusal === undefined ? {} : { refusal }),
      }
    },
    async run({ id, path }, context) {
      const found = await studio.library.read(id)
      if (found === undefined) return { ok: false, code: 'not_found', text: 'it is no longer stored' }
      return writeFiles(studio.checkpoints, context, [{ path, bytes: found.bytes }])
    },
  })
}
