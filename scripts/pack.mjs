// `npm run pack`: packs the command into one file for `npm install -g` on a machine without the clone.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/root.mjs'
import { runScript, say } from './lib/say.mjs'
import { packCommand } from './packages/pack-command.mjs'

await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const file = await packCommand(root)
  say(`Packed ${file}. Install it with \`npm install -g ${file}\`.`)
})
