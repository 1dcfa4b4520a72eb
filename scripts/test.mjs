// `npm test`: from a bare clone to every test's result. Runs on Node 20 and up, with nothing installed.
// `npm test -- packages/policy` runs the tests whose path contains that.
import { ensureInstalled } from './lib/install.mjs'
import { node24, root } from './lib/root.mjs'
import { runScript } from './lib/say.mjs'
import { passThrough } from './lib/spawn.mjs'

await runScript(async () => {
  await ensureInstalled()
  return passThrough(node24, [`${root}/scripts/testing/run.ts`, ...process.argv.slice(2)])
})
