import type { Feature } from '../../platform/feature.ts'
import { pruneKept } from '../../checkpoints/prune.ts'
import { editorTools } from './editor/editor-tools.ts'
import { fileTools } from './file-tools.ts'
import { offeredNames } from './offered-names.ts'
import { foldersRoute } from './folders-route.ts'
import { filesSave } from './write.ts'
import { namesRoute } from './names-route.ts'
import { changeRoutes } from './hand/change-routes.ts'
import { folderWatch } from './hand/folder-watch.ts'
import { findRoutesOf } from './hand/find-routes.ts'
import { lookRoutes } from './hand/look-routes.ts'

/** Milliseconds between prunings of stored contents that nobody can request any more. */
const PRUNE_EVERY = 600_000

/** Files of the workspace: the agent's tools, the names that people mention, and people's own file operations. */
export const files: Feature = {
  name: 'files',
  start(host) {
    const { laterFiles, windows } = host
    const tools = fileTools(laterFiles.checkpoints, host.images)
    const editor = editorTools(laterFiles.checkpoints, windows)
    const looked = folderWatch(host)
    return {
      commands: [looked.command],
      topics: [looked.topic],
      connected: looked.connected,
      tools() {
        const offered = windows.offered()
        return [...tools, ...editor.always, ...editor.inWindow.filter(({ name }) => offered.has(name))]
      },
      routes: [
        namesRoute(host, offeredNames),
        foldersRoute(host),
        ...lookRoutes(host),
        ...findRoutesOf(host),
        ...changeRoutes(host, [...tools, filesSave(laterFiles.checkpoints)]),
      ],
      jobs: [
        {
          name: 'forgetting what was kept for undo',
          every: PRUNE_EVERY,
          async run() {
            await pruneKept({ ...host.keptIn, now: host.clock.now() })
            await host.laterFiles.prune()
          },
        },
      ],
    }
  },
}
