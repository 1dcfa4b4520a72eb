#!/usr/bin/env node
// Starts the built command. An older Node than the product runs on hands over to the one that npm brought.
import { existsSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import * as modules from 'node:module'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const own = fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url))
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (!existsSync(main)) {
  console.error('countersign is not built yet; run `npm start` or `npm run build` once in the clone')
  process.exit(1)
} else if (major > 22 || (major === 22 && minor >= 12)) {
  // What was compiled once is not compiled again: a hook starts in every call of an agent.
  modules.enableCompileCache?.()
  await import(main)
} else if (existsSync(own)) {
  process.exit(spawnSync(own, [main, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1)
} else {
  console.error(
    `countersign needs Node 22.12 or newer, this is ${process.versions.node}; run \`npm install\` in the clone to get one`,
  )
  process.exit(1)
}
