import { access, readFile } from 'node:fs/promises'
import { delimiter } from 'node:path'
import { exclusively } from './lock.mjs'
import { node24, root } from './root.mjs'
import { Refusal, say } from './say.mjs'
import { capture } from './spawn.mjs'

const OPTIONS = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']

/** Installs exactly the packages of the lock file, unless they are already installed. Runs on Node 20, before anything is installed. */
export async function ensureInstalled() {
  if (await isInstalled()) return
  await exclusively(`${root}/.stamp`, 'install', async () => {
    // Another start may have installed while this one waited for the lock.
    if (!(await isInstalled())) await install()
  })
}

async function install() {
  say('Installing what package-lock.json names (only the first time) …')
  const began = Date.now()
  const said = await npm('ci', ...OPTIONS).catch((/** @type {unknown} */ error) => {
    // `npm ci` rejects an incomplete lock file, for example without a package for another platform; `npm install` completes it.
    if (!String(error).includes('EUSAGE')) throw error
    return npm('install', '--no-save', ...OPTIONS)
  })
  // An npm that cannot reach its registry may still exit with 0 and leave empty folders.
  if (!(await exists(`${root}/node_modules/node/package.json`))) {
    throw new Refusal(
      `npm ended without having installed anything; is its registry reachable (\`npm ping\`)?\n${said.trimEnd()}`.trimEnd(),
    )
  }
  // If npm is configured to skip install scripts, the package `node` lacks its executable.
  if (!(await exists(node24))) {
    throw new Refusal(
      'npm skipped the install scripts: run `npm rebuild node --ignore-scripts=false`, then again',
    )
  }
  say(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}

/** @param {...string} args */
async function npm(...args) {
  return npmIn(root, ...args)
}

/**
 * Runs npm in a folder of the clone; returns its output.
 * @param {string} folder
 * @param {...string} args
 */
export async function npmIn(folder, ...args) {
  const { code, output } = await capture('npm', args, { cwd: folder, env: outsideEnvironment() })
  if (code === 127) throw new Refusal('npm is not on the PATH: install Node.js 20 or newer, which brings it')
  if (code !== 0) throw new Refusal(`\`npm ${args[0]}\` failed with code ${code}:\n${output.trimEnd()}`)
  return output
}

// npm must not run on the Node inside `node_modules`, because it is about to delete that folder.
function outsideEnvironment() {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((entry) => !entry.startsWith(root))
  return { ...process.env, PATH: path.join(delimiter), NODE_ENV: '' }
}

// npm writes `node_modules/.package-lock.json` last, so an interrupted install is treated as missing.
async function isInstalled() {
  const wanted = await packagesOf(`${root}/package-lock.json`)
  const present = await packagesOf(`${root}/node_modules/.package-lock.json`)
  if (!wanted || !present || !(await exists(node24))) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.optional || entry.link) return true
    return Object.hasOwn(present, path) && present[path]?.version === entry.version
  })
}

/**
 * @param {string} path
 * @returns {Promise<Record<string, { version?: string, optional?: boolean, link?: boolean }> | undefined>}
 */
async function packagesOf(path) {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text).packages
}

/** @param {string} path */
async function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  )
}
