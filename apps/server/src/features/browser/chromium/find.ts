import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Environment } from '../../../settings/environment.ts'

/** A Chromium on this machine, with a description of where it was found. */
export interface FoundChromium {
  readonly path: string
  readonly source: string
}

const PROGRAMS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
]
const MAC_PROGRAMS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/Applications/Brave Browser.app/Contents/MacOS/Brave Browser',
]

/** The folder, below the data folder, of the browser that a person installed. */
export function broughtFolder(home: string): string {
  return join(home, 'chromium')
}

/** Lists every available Chromium, the preferred one first. Read-only: downloads nothing. */
export function findChromiums(env: Environment, home: string | undefined): readonly FoundChromium[] {
  const named = env['CHROMIUM_PATH']
  const folders = (env['PATH'] ?? '').split(delimiter)
  const programs = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)))
  const all: FoundChromium[] = [
    ...(named === undefined || named === '' ? [] : [{ path: named, source: 'CHROMIUM_PATH' }]),
    ...[...programs, ...MAC_PROGRAMS].map((path) => ({ path, source: 'this machine' })),
    ...playwrightsOwn(env).map((path) => ({ path, source: "Playwright's cache" })),
    ...(home === undefined
      ? []
      : [{ path: join(broughtFolder(home), 'chromium'), source: 'the data folder' }]),
  ]
  return all.filter(({ path }, at) => isProgram(path) && all.findIndex((one) => one.path === path) === at)
}

function playwrightsOwn(env: Environment): readonly string[] {
  const cache =
    env['PLAYWRIGHT_BROWSERS_PATH'] ??
    join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'ms-playwright')
  try {
    return readdirSync(cache)
      .filter((name) => name.startsWith('chromium-'))
      .toSorted()
      .toReversed()
      .flatMap((name) => [
        join(cache, name, 'chrome-linux64', 'chrome'),
        join(cache, name, 'chrome-linux', 'chrome'),
        join(cache, name, 'chrome-mac', 'Chromium.app/Contents/MacOS/Chromium'),
      ])
  } catch {
    // Playwright has no browser folder here.
    return []
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return existsSync(path)
  } catch {
    return false
  }
}
