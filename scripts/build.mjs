// `npm run build`: builds stale units; `-- --force` builds all.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runScript } from './lib/say.mjs'

await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt({ force: process.argv.includes('--force') })
})
