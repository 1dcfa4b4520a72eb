import { imageBody, saveBody, speechBody } from '@countersign/protocol'
import { IMAGE_FILES, MEDIA_FILES } from '../../media/image-store.ts'
import type { Feature } from '../../platform/feature.ts'
import { imageTool } from './image-tool.ts'
import { MIGRATIONS, openLibrary } from './library.ts'
import { CHOICE, mediaModels } from './models.ts'
import { mediaRoutesOf } from './routes.ts'
import { speechTool } from './speech-tool.ts'
import type { Studio } from './studio.ts'
import { madeOnce } from '../../platform/made-once.ts'

/** Milliseconds between prunings of items that nobody used for long. */
const PRUNE_EVERY = 3_600_000

/** Pictures and sounds: those of messages, and those that models and drawings make. */
export const media: Feature = {
  name: 'media',
  migrations: MIGRATIONS,
  tables: [{ name: 'media', order: 'hash' }],
  files: [MEDIA_FILES, IMAGE_FILES],
  settings: [CHOICE],
  bodies: [imageBody, speechBody, saveBody],
  start(host) {
    const library = openLibrary(host)
    const studio: Studio = {
      host,
      library,
      models: mediaModels(host),
      checkpoints: host.laterFiles.checkpoints,
    }
    const tools = madeOnce((user) => [imageTool(studio, user), speechTool(studio, user)])
    return {
      forPerson: async (user) => ({ tools: tools(user), remembered: [] }),
      routes: mediaRoutesOf(host, studio),
      filesInUse: () => library.hashes(),
      jobs: [{ name: 'forgetting old pictures and sounds', every: PRUNE_EVERY, run: () => library.prune() }],
    }
  },
}
