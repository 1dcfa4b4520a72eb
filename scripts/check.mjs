// `npm run check`: all static checks of the code.
import { ensureInstalled } from './lib/install.mjs'
import { node24, root } from './lib/root.mjs'
import { runScript, say } from './lib/say.mjs'
import { capture } from './lib/spawn.mjs'

const CHECKS = [
  { name: 'format', command: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'lint', command: ['node_modules/oxlint/bin/oxlint'] },
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '-b'] },
  { name: 'import rules', command: ['scripts/import-rules/main.ts'] },
  { name: 'unused', command: ['node_modules/knip/bin/knip.js'] },
  // The inputs and decisions of the policy are pinned; for an intended change run `npm run pin`.
  {
    name: 'pinned',
    command: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'packages', 'pinned.test.ts'],
  },
]

await runScript(async () => {
  await ensureInstalled()
  const failed = []
  for (const { name, command } of CHECKS) if (!(await passes(name, command))) failed.push(name)
  console.log(`${CHECKS.length - failed.length} passed, ${failed.length} failed`)
  return failed.length === 0 ? 0 : 1
})

/**
 * @param {string} name
 * @param {readonly string[]} command
 */
async function passes(name, command) {
  const began = Date.now()
  const { code, output } = await capture(node24, command, { cwd: root })
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (code !== 0) say(output.trimEnd())
  return code === 0
}
