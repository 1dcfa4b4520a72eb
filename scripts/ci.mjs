// `.ci/run`: check, every test, and a start in a fresh clone. Runs on Node 20 and up, with nothing installed.
import { ensureInstalled } from './lib/install.mjs'
import { node24, root } from './lib/root.mjs'
import { runScript } from './lib/say.mjs'
import { passThrough } from './lib/spawn.mjs'

await runScript(async () => {
  await ensureInstalled()
  return passThrough(node24, [`${root}/scripts/testing/ci.ts`])
})
