import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Brought } from '../../../platform/brought.ts'
import { LOCK, PACKAGE } from './lock.ts'

/** Name and size of the Chromium from the registry, shown before the person presses the button. */
export const BRINGABLE = { name: '@sparticuz/chromium 153 (MIT)', bytes: 70_000_000 }

export function canBring(): boolean {
  return process.platform === 'linux' && process.arch === 'x64'
}

type Result = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly message: string }

/**
 * Installs a Chromium into a folder, as a program named `chromium`. The package contains it compressed, for x64 Linux, and unpacks its libraries only
 * if it believes that it runs on its usual platform. The program appears only once everything is complete.
 */
export async function bringFromRegistry(folder: string): Promise<Result> {
  if (!canBring()) return { ok: false, message: 'the registry has a Chromium for x64 Linux only' }
  const launcher = join(folder, 'chromium')
  if (existsSync(launcher)) return { ok: true, path: launcher }
  const unpacked = join(folder, 'unpacked')
  await rm(folder, { recursive: true, force: true })
  await mkdir(unpacked, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(PACKAGE))
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(LOCK))
  const installed = await run(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder },
  )
  if (installed !== undefined) return failed(folder, `\`npm\` could not download it: ${installed}`)
  const unpack = "import('@sparticuz/chromium').then((module) => module.default.executablePath())"
  const env = { TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const problem = await run(process.execPath, ['-e', unpack], { cwd: folder, env })
  if (problem !== undefined) return failed(folder, `it could not be unpacked: ${problem}`)
  await writeFile(join(folder, 'fonts.conf'), FONTS)
  await writeFile(`${launcher}.new`, LAUNCHER)
  await chmod(`${launcher}.new`, 0o755)
  await rename(`${launcher}.new`, launcher)
  return { ok: true, path: launcher }
}

/** The Chromium in this folder, for the list of downloads that a person requested. */
export function broughtChromium(folder: string): readonly Brought[] {
  if (!existsSync(join(folder, 'chromium'))) return []
  return [{ id: 'browser:chromium', name: 'Chromium', path: folder, remove: () => removeChromium(folder) }]
}

/** A running browser keeps its open files until it exits. */
export async function removeChromium(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

async function failed(folder: string, message: string): Promise<Result> {
  await rm(folder, { recursive: true, force: true })
  return { ok: false, message }
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

/** Resolves to undefined on success, else to the error message. */
function run(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<string | undefined> {
  return new Promise((done) => {
    execFile(
      program,
      [...args],
      { cwd, env: { ...process.env, ...env }, timeout: MOST },
      (error, _stdout, stderr) =>
        done(error === null ? undefined : (stderr || error.message).trim().split('\n').slice(-3).join(' ')),
    )
  })
}
