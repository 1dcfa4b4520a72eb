// `node scripts/run.mjs NAME`: runs benchmarks and long tests, also from a clone without any installation or build.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureAgents, ensurePeers } from './lib/peers.mjs'
import { node24, root } from './lib/root.mjs'
import { Refusal, runScript } from './lib/say.mjs'
import { passThrough } from './lib/spawn.mjs'

/**
 * @typedef {object} Run
 * @property {readonly string[]} files run one after the other, each with the arguments of the command line
 * @property {boolean} [built] measures the compiled product, not the sources
 * @property {'compare' | 'workbench'} [peers] folder of the others that it is compared with; `--alone` leaves them out
 * @property {boolean} [agents] runs the agents of others
 * @property {readonly string[]} [flags] of Node
 * @property {readonly string[]} [args] before those of the command line
 * @property {Record<string, string>} [env]
 */

const SOURCE = ['--conditions=countersign-source']
const VITEST = 'node_modules/vitest/vitest.mjs'

/** @type {ReadonlyMap<string, Run>} */
const RUNS = new Map([
  ['corpus', { files: ['scripts/corpus.mjs'] }],
  ['compare', { files: ['bench/compare/policy/main.mjs'], built: true, peers: 'compare' }],
  [
    'bench:policy',
    { files: ['bench/policy/main.ts', 'bench/policy/size.ts'], built: true, peers: 'compare' },
  ],
  ['bench:attention', { files: ['bench/attention/main.ts'], flags: SOURCE }],
  ['bench:web', { files: ['bench/web/main.ts'], flags: SOURCE, built: true }],
  [
    'bench:workbench',
    {
      files: ['bench/workbench/main.ts'],
      flags: SOURCE,
      built: true,
      peers: 'workbench',
    },
  ],
  ['bench:gate', { files: ['bench/gate/main.ts'] }],
  ['bench:workflow', { files: ['bench/workflow/main.ts'], flags: SOURCE, built: true, peers: 'compare' }],
  ['bench:loop', { files: ['bench/loop/main.ts'], built: true, peers: 'compare' }],
  ['bench:snapshots', { files: ['bench/snapshots/main.ts', 'bench/snapshots/chat.ts'], flags: SOURCE }],
  ['bench:collections', { files: ['bench/collections/main.ts'], flags: SOURCE }],
  ['bench:browser', { files: ['bench/browser/main.ts'], flags: SOURCE, built: true, peers: 'compare' }],
  ['bench:cli', { files: ['bench/cli/main.ts'], built: true }],
  ['attack', { files: ['bench/attack/main.ts'], flags: SOURCE, built: true }],
  ['long', { files: ['scripts/long/main.ts'] }],
  [
    'long:loop',
    {
      files: [VITEST],
      args: ['run', 'packages/agent/src/loop/random-turns.test.ts'],
      env: { COUNTERSIGN_RANDOM_TURNS: '20000' },
    },
  ],
  ['long:clone', { files: ['scripts/fresh-clone/main.ts'], args: ['--full'] }],
  ['long:upgrade', { files: ['scripts/long/upgrade.ts'] }],
  ['long:last-version', { files: ['scripts/long/last-version.ts'] }],
  [
    'pictures',
    {
      files: ['node_modules/@playwright/test/cli.js'],
      args: ['test', 'e2e/tours.spec.ts', 'e2e/workbench-tour.spec.ts', '--workers=1'],
      env: { PICTURES: `${root}/docs/images` },
      built: true,
    },
  ],
  ['long:agents', { files: ['bench/agents/main.ts'], built: true, agents: true }],
])

await runScript(async () => {
  const [name = '', ...given] = process.argv.slice(2)
  const run = RUNS.get(name)
  if (run === undefined) throw new Refusal(`\`${name}\` is none of: ${[...RUNS.keys()].join(', ')}`)
  const { files, flags = [], args = [], env = {} } = run
  await ensureInstalled()
  if (run.built === true) await ensureBuilt()
  if (run.peers !== undefined && !given.includes('--alone')) await ensurePeers(run.peers)
  if (run.agents === true) await ensureAgents()
  for (const file of files) {
    const code = await passThrough(node24, [...flags, `${root}/${file}`, ...args, ...given], {
      cwd: root,
      env: { ...process.env, ...env },
    })
    if (code !== 0) return code
  }
  return 0
})
