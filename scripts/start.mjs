// `npm start`: from a bare clone to a running server. Runs on Node 20 and up, with nothing installed.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { node24, root } from './lib/root.mjs'
import { runScript } from './lib/say.mjs'
import { passThrough } from './lib/spawn.mjs'

await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const words = process.argv.slice(2)
  // Without a folder the first page offers a sample, because the clone itself is not a project to work on.
  const sample = words.every((word) => word.startsWith('-') || /^\d+$/.test(word)) ? ['--sample'] : []
  return passThrough(node24, [`${root}/apps/cli/dist/main.js`, ...words, ...sample])
})
