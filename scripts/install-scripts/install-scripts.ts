import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'
import { z } from 'zod'

/** The scripts that npm runs automatically when it installs a package. */
export interface InstallScript {
  readonly name: string
  readonly version: string
  readonly event: 'preinstall' | 'install' | 'postinstall'
  readonly command: string
}

const EVENTS = ['preinstall', 'install', 'postinstall'] as const
const Manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  scripts: z.record(z.string(), z.string()).default({}),
})
const LockFile = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
})

/** The install scripts of all packages below a folder, read from the packages themselves. */
export function installedScripts(root: string): readonly InstallScript[] {
  const manifests = globSync(['**/node_modules/*/package.json', '**/node_modules/@*/*/package.json'], {
    cwd: root,
    ignore: ['bench/**', '.stamp/**'],
    followSymbolicLinks: false,
    dot: true,
  })
  return manifests.flatMap((file) => {
    const read = Manifest.safeParse(JSON.parse(readFileSync(join(root, file), 'utf8')))
    if (!read.success) return []
    const { name, version, scripts } = read.data
    // npm compiles a package that has this file and no install script.
    const compiled = existsSync(join(root, dirname(file), 'binding.gyp'))
    const all =
      compiled && scripts['install'] === undefined ? { ...scripts, install: 'node-gyp rebuild' } : scripts
    return EVENTS.flatMap((event) => {
      const command = all[event]
      return command === undefined ? [] : [{ name, version, event, command }]
    })
  })
}

/** Names of packages with install scripts according to a lock file, for all platforms. */
export function lockedScripts(lockFile: string): readonly string[] {
  const { packages } = LockFile.parse(JSON.parse(readFileSync(lockFile, 'utf8')))
  const names = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  return [...new Set(names)].toSorted()
}
