import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as modules from 'node:module'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../dist/program.js', import.meta.url))
const own = fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url))
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

/**
 * Runs the built command in this process, or by a Node that can.
 * @param {readonly string[]} args
 */
export async function startCommand(args) {
  if (!existsSync(main)) {
    console.error('countersign is not built yet; run `npm start` once in the clone')
    process.exit(1)
  } else if (major > 22 || (major === 22 && minor >= 12)) {
    // Compiled code is cached for the next start.
    modules.enableCompileCache?.()
    await import(main)
  } else if (existsSync(own)) {
    process.exit(spawnSync(own, [main, ...args], { stdio: 'inherit' }).status ?? 1)
  } else {
    console.error(
      `countersign needs Node 22.12 or newer, and this is ${process.versions.node}; install a newer one, or run \`npm install\` in the clone`,
    )
    process.exit(1)
  }
}
