import { readFile } from 'node:fs/promises'
import { npmIn } from './install.mjs'
import { exclusively } from './lock.mjs'
import { root } from './root.mjs'
import { Refusal, say } from './say.mjs'

/**
 * Installs the products that our figures are compared with, unless they are there. They are never installed with the product.
 * @param {'compare' | 'workbench'} name
 */
export async function ensurePeers(name) {
  await ensureFolder(name, 'what to compare with')
}

/**
 * Installs the agents that are tested against the gate, unless they are there. An agent that cannot be installed is reported and skipped.
 */
export async function ensureAgents() {
  try {
    await ensureFolder('agents', 'the agents to be tried')
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    say(`The agents could not be installed, and are skipped: ${cause.message}`)
  }
}

/**
 * @param {string} name of a folder below `bench`, with a lock file of its own
 * @param {string} what
 */
async function ensureFolder(name, what) {
  const folder = `${root}/bench/${name}`
  if (await isInstalled(folder)) return
  await exclusively(`${root}/.stamp`, name, async () => {
    if (await isInstalled(folder)) return
    say(`Installing ${what} (only the first time) …`)
    await npmIn(folder, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
  })
}

/**
 * npm writes `node_modules/.package-lock.json` last.
 * @param {string} folder
 */
async function isInstalled(folder) {
  const [wanted, present] = await Promise.all(
    [`${folder}/package-lock.json`, `${folder}/node_modules/.package-lock.json`].map(packagesOf),
  )
  if (wanted === undefined || present === undefined) return false
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional === true || present[path]?.version === version,
  )
}

/**
 * @param {string} path
 * @returns {Promise<Record<string, { version?: string, optional?: boolean }> | undefined>}
 */
async function packagesOf(path) {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text).packages
}
