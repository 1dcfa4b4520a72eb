// `npm run soak -- --minutes 60`: people, kills and broken connections at random on two server processes.
import { ensureInstalled } from './lib/install.mjs'
import { node24, root } from './lib/root.mjs'
import { runScript } from './lib/say.mjs'
import { passThrough } from './lib/spawn.mjs'

await runScript(async () => {
  await ensureInstalled()
  const bench = ['--conditions=countersign-source', `${root}/bench/soak/main.ts`]
  return passThrough(node24, [...bench, ...process.argv.slice(2)])
})
