import { readFile } from 'node:fs/promises'
import { npmIn } from './install.mjs'
import { exclusively } from './lock.mjs'
import { root } from './root.mjs'
import { say } from './say.mjs'

const FOLDER = `${root}/bench/compare`

/** Installs what figures are compared with, unless it is there. They are never installed with the product. */
export async function ensurePeers() {
  if (await isInstalled()) return
  await exclusively(`${root}/.stamp`, 'peers', async () => {
    if (await isInstalled()) return
    say('Installing what to compare with (only the first time) …')
    await npmIn(FOLDER, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
  })
}

// npm writes `node_modules/.package-lock.json` as its last act.
async function isInstalled() {
  const [wanted, present] = await Promise.all(
    [`${FOLDER}/package-lock.json`, `${FOLDER}/node_modules/.package-lock.json`].map(packagesOf),
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
