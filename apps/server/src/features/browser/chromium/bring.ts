import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Brought } from '../../../platform/brought.ts'
import { LOCK, PACKAGE } from './lock.ts'

/** Name and size of the Chromium from the registry, shown before the person presses the button: bytes to download, and bytes on disk afterwards. */
export const BRINGABLE = { name: '@sparticuz/chromium 153 (MIT)', bytes: 70_000_000, disk: 220_000_000 }

export function canBring(): boolean {
  return process.platform === 'linux' && process.arch === 'x64'
}

/** Progress of a download: bytes that this step has done, and its total. */
export interface Progress {
  readonly step: 'downloading' | 'unpacking' | 'checking'
  readonly done: number
  readonly total: number
}

export interface BringParts {
  /** What to install: `package.json` and `package-lock.json`. Tests name a package of their own. */
  readonly source?: { readonly manifest: object; readonly lock: object }
  /** Additions to the environment of `npm`. */
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  at?(progress: Progress): void
  /** Starts the program once and returns its version; throws if it does not start. */
  check?(path: string): Promise<string>
}

type Result =
  | { readonly ok: true; readonly path: string; readonly version: string }
  | { readonly ok: false; readonly message: string }

/** Milliseconds between two measurements of progress. */
const LOOK = 300
/** Age in milliseconds at which the work folder of a download belongs to a server that died: no download takes this long. */
const DEAD_AFTER = 2 * 3_600_000

/**
 * Installs a Chromium into a folder, as a program named `chromium`. The package contains it compressed, for x64 Linux, and unpacks its libraries only
 * if it believes that it runs on its usual platform. All of this happens in a folder next to it, which takes its place only after the program has started once.
 */
export async function bringFromRegistry(folder: string, parts: BringParts = {}): Promise<Result> {
  if (!canBring()) return { ok: false, message: 'the registry has a Chromium for x64 Linux only' }
  if (existsSync(join(folder, 'chromium'))) return there(folder)
  await mkdir(dirname(folder), { recursive: true })
  const room = await lacksRoom(dirname(folder))
  if (room !== undefined) return { ok: false, message: room }
  const work = await mkdtemp(`${folder}.new-`)
  try {
    await removeDead(folder, work)
    const problem = await install(work, parts)
    if (problem !== undefined) return { ok: false, message: problem }
    parts.at?.({ step: 'checking', done: 0, total: 1 })
    try {
      await writeFile(join(work, VERSION), (await parts.check?.(join(work, 'chromium'))) ?? '')
    } catch (cause) {
      return { ok: false, message: `${DOES_NOT_START}: ${firstLine(cause)}. ${INSTEAD}` }
    }
    await takePlace(work, folder)
    return await there(folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const VERSION = 'version.txt'
const DOES_NOT_START = 'it was downloaded and removed again, because it does not start here'
const INSTEAD = 'Install Chromium with the system’s package manager instead, or set `CHROMIUM_PATH`.'

/** Another process may have been faster. Anything else in the place is an incomplete download: older versions downloaded right there. */
async function takePlace(work: string, folder: string): Promise<void> {
  try {
    await rename(work, folder)
  } catch {
    if (existsSync(join(folder, 'chromium'))) return
    await rm(folder, { recursive: true, force: true })
    await rename(work, folder)
  }
}

async function there(folder: string): Promise<Result> {
  const version = await readFile(join(folder, VERSION), 'utf8').catch(() => '')
  return { ok: true, path: join(folder, 'chromium'), version }
}

async function lacksRoom(folder: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder)
  const needs = BRINGABLE.bytes + BRINGABLE.disk
  const free = bavail * bsize
  if (free >= needs) return undefined
  const mb = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
  return `it needs ${mb(needs)} to unpack, and the disk of the data folder has ${mb(free)} left. Free some space, then try again.`
}

/** Removes what the downloads of killed servers left behind. The new work folder shows the current time. */
async function removeDead(folder: string, work: string): Promise<void> {
  const { mtimeMs: now } = await stat(work)
  const beside = await readdir(dirname(folder)).catch(() => [])
  for (const name of beside.filter((one) => one.startsWith(`${basename(folder)}.new-`))) {
    const place = join(dirname(folder), name)
    const { mtimeMs } = await stat(place)
    if (now - mtimeMs > DEAD_AFTER) await rm(place, { recursive: true, force: true })
  }
}

/** Downloads and unpacks; the message for the person if it did not work. */
async function install(work: string, { source, env, signal, at }: BringParts): Promise<string | undefined> {
  const unpacked = join(work, 'unpacked')
  await mkdir(unpacked)
  await writeFile(join(work, 'package.json'), JSON.stringify(source?.manifest ?? PACKAGE))
  await writeFile(join(work, 'package-lock.json'), JSON.stringify(source?.lock ?? LOCK))
  const npm = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: work,
    env,
    signal,
  })
  const modules = join(work, 'node_modules')
  const installed = await watched(npm, modules, (done) =>
    at?.({ step: 'downloading', done: Math.min(done, BRINGABLE.bytes), total: BRINGABLE.bytes }),
  )
  if (installed !== undefined) return whyNpm(installed)
  const unpack = "import('@sparticuz/chromium').then((module) => module.default.executablePath())"
  const unpacking = run(process.execPath, ['-e', unpack], {
    cwd: work,
    env: { TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    signal,
  })
  const problem = await watched(unpacking, unpacked, (done) =>
    at?.({ step: 'unpacking', done: Math.min(done, BRINGABLE.disk), total: BRINGABLE.disk }),
  )
  if (problem !== undefined) return `it could not be unpacked: ${lastLines(problem)}. ${INSTEAD}`
  // The compressed copy would take the space of the download a second time.
  for (const name of ['node_modules', 'package.json', 'package-lock.json'])
    await rm(join(work, name), { recursive: true, force: true })
  await writeFile(join(work, 'fonts.conf'), FONTS)
  await writeFile(join(work, 'chromium'), LAUNCHER)
  await chmod(join(work, 'chromium'), 0o755)
  return undefined
}

/** Reports the size of a folder until the work is done. */
async function watched<T>(work: Promise<T>, folder: string, tell: (bytes: number) => void): Promise<T> {
  tell(0)
  const looking = setInterval(() => void sizeOf(folder).then(tell), LOOK)
  try {
    return await work
  } finally {
    clearInterval(looking)
  }
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(
    names.map((name) => stat(join(folder, name)).then(({ size }) => size)).map((size) => size.catch(() => 0)),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** What a failure of `npm` means, and what the person can do. */
function whyNpm(said: string): string {
  const code = /npm error code (\w+)/.exec(said)?.[1] ?? /\b(ENOENT|ABORT_ERR)\b/.exec(said)?.[1] ?? ''
  const known: Readonly<Record<string, string>> = {
    ENOENT: `\`npm\` was not found on the server’s \`PATH\`, so nothing was downloaded. ${INSTEAD}`,
    EINTEGRITY: `the download does not have the expected checksum, so it was deleted. Try again; if it happens again, the registry serves different files. ${INSTEAD}`,
    ENOSPC: 'the disk of the data folder is full. Free some space, then try again.',
    E404: `the registry that \`npm\` uses here does not have this package. ${INSTEAD}`,
    ETARGET: `the registry that \`npm\` uses here does not have this version. ${INSTEAD}`,
    ABORT_ERR: 'the server stopped meanwhile. Try again.',
  }
  if (/^(?:ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ERR_SOCKET|ENETUNREACH|EHOSTUNREACH)/.test(code))
    return `the package registry cannot be reached (${code}). Check the connection and the proxy of \`npm\`, then try again.`
  return known[code] ?? `\`npm\` could not download it: ${lastLines(said)}. Try again.`
}

/** The Chromium in this folder, for the list of downloads that a person requested. */
export function broughtChromium(folder: string): readonly Brought[] {
  if (!existsSync(join(folder, 'chromium'))) return []
  const name = `Chromium ${versionIn(folder) ?? ''}`.trim()
  return [{ id: 'browser:chromium', name, path: folder, remove: () => removeChromium(folder) }]
}

/** The version that the program in this folder reported at its first start. */
export function versionIn(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, VERSION), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

/** A running browser keeps its open files until it exits. */
export async function removeChromium(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

const LAUNCHER = `#!/bin/sh
here="$(dirname "$0")/unpacked"
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/../fonts.conf"
exec "$here/chromium" "$@"
`

// The package's own configuration looks for fonts at a path of its usual platform. Without a font, text has no width, so a page would load but be
// invisible.
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">unpacked/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="relative">font-cache</cachedir>
</fontconfig>
`

/** Timeout in milliseconds, for a download on a slow connection. */
const MOST = 20 * 60_000

interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** Resolves to undefined on success, else to what the program said. */
function run(
  program: string,
  args: readonly string[],
  { cwd, env = {}, signal }: RunOptions,
): Promise<string | undefined> {
  return new Promise((done) => {
    execFile(
      program,
      [...args],
      { cwd, env: { ...process.env, ...env }, timeout: MOST, signal },
      (error, _out, said) =>
        done(error === null ? undefined : `${said.trim() || error.message} ${error.code ?? ''}`.trim()),
    )
  })
}

function lastLines(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !line.includes('A complete log'))
  return lines
    .slice(-3)
    .map((line) => line.replace(/^npm error /, ''))
    .join(' ')
}

function firstLine(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).split('\n', 1)[0] ?? ''
}
