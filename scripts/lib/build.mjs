import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { hashInputs } from './inputs.mjs'
import { exclusively } from './lock.mjs'
import { node24, root } from './root.mjs'
import { Refusal, say } from './say.mjs'
import { capture } from './spawn.mjs'

const SHARED = ['package-lock.json', 'tsconfig.base.json', 'scripts/lib/build.mjs']

/**
 * @typedef {object} Unit
 * @property {string} name
 * @property {readonly string[]} inputs
 * @property {readonly string[]} outputs
 * @property {string} program a path in `node_modules`
 * @property {readonly string[]} args
 * @property {string} cwd
 */

/**
 * The build units, in order. A unit is stale if its inputs changed or one of its outputs is missing.
 * @type {readonly Unit[]}
 */
const UNITS = [
  {
    name: 'code',
    inputs: [...SHARED, 'packages', 'apps/server', 'apps/cli'],
    outputs: ['packages/policy/dist/index.js', 'apps/server/dist/index.js', 'apps/cli/dist/main.js'],
    program: 'typescript/bin/tsc',
    args: ['-b', 'packages/agent', 'apps/server', 'apps/cli'],
    cwd: '.',
  },
  {
    name: 'policy in one file',
    inputs: [...SHARED, 'packages/policy'],
    outputs: ['packages/policy/dist/whole.js'],
    program: 'vite/bin/vite.js',
    args: ['build', '--logLevel', 'warn'],
    cwd: 'packages/policy',
  },
  {
    name: 'hook in one file',
    inputs: [...SHARED, 'packages', 'apps/server', 'apps/cli'],
    outputs: ['apps/cli/dist/hook/whole.js'],
    program: 'vite/bin/vite.js',
    args: ['build', '--logLevel', 'warn'],
    cwd: 'apps/cli',
  },
  {
    name: 'commands in one file',
    inputs: [...SHARED, 'packages', 'apps/server', 'apps/cli'],
    outputs: ['apps/cli/dist/program.js'],
    program: 'vite/bin/vite.js',
    args: ['build', '--logLevel', 'warn', '--config', 'vite.program.config.ts'],
    cwd: 'apps/cli',
  },
  {
    name: 'web',
    inputs: [...SHARED, 'packages', 'apps/web'],
    outputs: ['apps/web/dist/index.html'],
    program: 'vite/bin/vite.js',
    args: ['build', '--logLevel', 'warn'],
    cwd: 'apps/web',
  },
]

/**
 * Builds only stale units. Needs `ensureInstalled` first.
 * @param {{ force?: boolean }} [options]
 */
export async function ensureBuilt({ force = false } = {}) {
  const known = force ? {} : await readStamps()
  if (!UNITS.some((unit) => isStale(unit, known))) return
  await exclusively(`${root}/.stamp`, 'build', async () => {
    const stamps = force ? {} : await readStamps()
    for (const unit of UNITS) {
      if (!isStale(unit, stamps)) continue
      // Taken before the build, so that an edit during the build leaves the unit stale.
      const hash = hashInputs(root, unit.inputs)
      await build(unit)
      stamps[unit.name] = hash
      await writeStamps(stamps)
    }
  })
}

/**
 * @param {Unit} unit
 * @param {Record<string, string>} stamps
 */
function isStale(unit, stamps) {
  const complete = unit.outputs.every((output) => existsSync(`${root}/${output}`))
  return !complete || stamps[unit.name] !== hashInputs(root, unit.inputs)
}

/** @param {Unit} unit */
async function build(unit) {
  say(`Building ${unit.name} …`)
  const began = Date.now()
  const { code, output } = await capture(node24, [`${root}/node_modules/${unit.program}`, ...unit.args], {
    cwd: `${root}/${unit.cwd}`,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Refusal(`Building ${unit.name} failed:\n${output.trimEnd()}`)
  say(`Built ${unit.name} in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
}

/** @returns {Promise<Record<string, string>>} */
async function readStamps() {
  const text = await readFile(`${root}/.stamp/build.json`, 'utf8').catch(() => '{}')
  return JSON.parse(text)
}

/** @param {Record<string, string>} stamps */
async function writeStamps(stamps) {
  await mkdir(`${root}/.stamp`, { recursive: true })
  const path = `${root}/.stamp/build.json`
  await writeFile(`${path}.new`, JSON.stringify(stamps, null, 2))
  await rename(`${path}.new`, path)
}
