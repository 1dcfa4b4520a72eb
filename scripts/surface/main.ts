// `npm run surface`: writes the committed reports of the exports of `policy` and `agent`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../lib/build.mjs'
import { root } from '../lib/root.mjs'
import { publicSurface, REPORTED } from './public-surface.ts'

await ensureBuilt()
for (const name of REPORTED) {
  const folder = join(root, 'packages', name)
  writeFileSync(join(folder, 'surface.txt'), publicSurface(folder))
}
