// `npm run docs`: writes the pages that are generated from the code.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/root.mjs'
import { PAGES } from './pages.ts'

for (const [path, make] of PAGES) {
  writeFileSync(join(root, path), make())
  console.log(path)
}
