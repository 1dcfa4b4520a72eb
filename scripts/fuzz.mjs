// `npm run fuzz -- --target shell --seconds 60`: mutated inputs for every parser; see `scripts/fuzz/targets.ts`.
import { ensureInstalled } from './lib/install.mjs'
import { node24, root } from './lib/root.mjs'
import { runScript } from './lib/say.mjs'
import { passThrough } from './lib/spawn.mjs'

await runScript(async () => {
  await ensureInstalled()
  const fuzz = ['--conditions=countersign-source', `${root}/scripts/fuzz/main.ts`]
  return passThrough(node24, [...fuzz, ...process.argv.slice(2)])
})
