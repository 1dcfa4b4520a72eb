// `npm run crash -- --rounds 200 --store embedded|postgres`: kills server processes at every named point and at random.
import { ensureInstalled } from './lib/install.mjs'
import { node24, root } from './lib/root.mjs'
import { runScript } from './lib/say.mjs'
import { passThrough } from './lib/spawn.mjs'

await runScript(async () => {
  await ensureInstalled()
  return passThrough(node24, [`${root}/scripts/testing/crash.ts`, ...process.argv.slice(2)])
})
