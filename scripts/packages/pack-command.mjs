// Builds one package for the command `countersign`: it contains server, page and our own packages; other packages come from the registry.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from '../lib/root.mjs'
import { Refusal } from '../lib/say.mjs'
import { capture } from '../lib/spawn.mjs'

const BUNDLED = ['packages/policy', 'packages/protocol', 'packages/workflow', 'packages/agent', 'apps/server']

/**
 * Packs the build output into a tarball, and returns its path.
 * @param {string} destination a folder
 * @returns {Promise<string>}
 */
export async function packCommand(destination) {
  const draft = mkdtempSync(join(tmpdir(), 'countersign-pack-'))
  try {
    stage(draft)
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination]
    const { code, output } = await capture('npm', args, { cwd: draft, env: process.env })
    const name = /"filename":\s*"([^"]+\.tgz)"/.exec(output)?.[1]
    if (code !== 0 || name === undefined) throw new Refusal(`Packing failed:\n${output.trimEnd()}`)
    return join(destination, basename(name))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * Writes the package to a folder.
 * @param {string} draft
 */
function stage(draft) {
  const cli = readJson('apps/cli/package.json')
  const lock = readJson('package-lock.json').packages
  const own = BUNDLED.map((folder) => ({ folder, manifest: readJson(`${folder}/package.json`) }))
  const names = own.map(({ manifest }) => manifest.name)
  const wanted = [cli, ...own.map(({ manifest }) => manifest)]
  for (const part of ['bin', 'dist', 'opencode']) copyBuilt(`apps/cli/${part}`, join(draft, part))
  copyBuilt('apps/web/dist', join(draft, 'web'))
  cpSync(join(root, 'LICENSE'), join(draft, 'LICENSE'))
  for (const { folder, manifest } of own) {
    const target = join(draft, 'node_modules', manifest.name)
    copyBuilt(`${folder}/dist`, join(target, 'dist'))
    const { name, version, license, type, exports } = manifest
    writeJson(join(target, 'package.json'), { name, version, license, type, exports })
  }
  const { name, version, description, license, type, bin, engines } = cli
  writeJson(join(draft, 'package.json'), {
    name,
    version,
    description,
    license,
    type,
    bin,
    engines,
    files: ['bin', 'dist', 'opencode', 'web'],
    dependencies: {
      ...versionsOf(wanted, 'dependencies', names, lock),
      ...versionsOf(wanted, 'peerDependencies', names, lock),
      ...Object.fromEntries(own.map(({ manifest }) => [manifest.name, manifest.version])),
    },
    optionalDependencies: versionsOf(wanted, 'optionalDependencies', names, lock),
    bundleDependencies: names,
  })
}

/**
 * Copies the build output without the files that only tests and compilers need.
 * @param {string} from a path in the clone
 * @param {string} to
 */
function copyBuilt(from, to) {
  const without = /\/testing(?:\/|$)|\.test\.[a-z]+$|\.tsbuildinfo$|\.map$|\.d\.ts$/
  mkdirSync(to, { recursive: true })
  cpSync(join(root, from), to, {
    recursive: true,
    filter: (path) => !without.test(path.slice(root.length)),
  })
}

/**
 * The tested versions from the lock file.
 * @param {readonly Record<string, any>[]} manifests
 * @param {string} kind
 * @param {readonly string[]} own
 * @param {Record<string, { version?: string }>} lock
 */
function versionsOf(manifests, kind, own, lock) {
  const named = manifests.flatMap((manifest) => Object.keys(manifest[kind] ?? {}))
  const others = [...new Set(named)].filter((name) => !own.includes(name)).toSorted()
  return Object.fromEntries(
    others.map((name) => {
      const version = lock[`node_modules/${name}`]?.version
      if (version === undefined) throw new Refusal(`package-lock.json has no version of ${name}`)
      return [name, version]
    }),
  )
}

/**
 * @param {string} path in the clone
 * @returns {any} its own shape; callers name the fields that they read
 */
function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

/**
 * @param {string} path
 * @param {unknown} value
 */
function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}
