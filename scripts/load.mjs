// `npm run load -- --threads 200 --sockets 2000 --approvals 1000`: load on two server processes behind a proxy.
import { ensureInstalled } from './lib/install.mjs'
import { node24, root } from './lib/root.mjs'
import { runScript } from './lib/say.mjs'
import { passThrough } from './lib/spawn.mjs'

await runScript(async () => {
  await ensureInstalled()
  const bench = ['--conditions=countersign-source', `${root}/bench/load/main.ts`]
  return passThrough(node24, [...bench, ...process.argv.slice(2)])
})
