import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type * as Playwright from 'playwright-core'
import type { Browser } from 'playwright-core'
import type { EgressProxy } from '../../../platform/egress/proxy.ts'
import { shellQuoted } from '../../../processes/shell-quoted.ts'
import { ENGINE_NAME, ENGINE_SOURCE } from '../page/engine.ts'
import type { FoundChromium } from './find.ts'

/** The browser of one thread. It has no profile on disk; its scratch folder is removed with it. */
export interface Launched {
  readonly browser: Browser
  /** Which sandbox isolates it, for display. */
  readonly sandbox: 'its own' | 'ours'
  close(): Promise<void>
}

export class NoBrowser extends Error {}

/**
 * Forces all traffic through the proxy: no QUIC, no WebRTC over UDP, no local name resolution, no preconnects. Chromium's own background requests end
 * at the proxy too.
 */
const ARGUMENTS = [
  '--disable-quic',
  '--dns-prefetch-disable',
  '--no-pings',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-preconnect',
  '--no-service-autorun',
  '--deny-permission-prompts',
  '--autoplay-policy=user-gesture-required',
  '--mute-audio',
]

/** Timeout of a start in milliseconds. */
const START_MS = 30_000

/** Loaded with the first browser, so that `npm start` does not wait for it. */
let playwright: Promise<typeof Playwright> | undefined
async function load(): Promise<typeof Playwright> {
  playwright ??= import('playwright-core').then(async (module) => {
    await module.selectors.register(ENGINE_NAME, ENGINE_SOURCE, { contentScript: true })
    return module
  })
  return playwright
}

export interface LaunchParts {
  readonly proxy: Pick<EgressProxy, 'port' | 'username' | 'password'>
  /** Folders that the browser must not read: data, workspace and home. */
  readonly hidden: readonly string[]
}

/** Launches the first Chromium that starts. Throws `NoBrowser` with a message for people. */
export async function launch(found: readonly FoundChromium[], parts: LaunchParts): Promise<Launched> {
  if (found.length === 0) throw new NoBrowser(NONE)
  const problems: string[] = []
  for (const chromium of found) {
    try {
      return await launchOne(chromium, parts)
    } catch (cause) {
      if (cause instanceof NoBrowser) throw cause
      problems.push(`${chromium.path}: ${firstLine(cause)}`)
    }
  }
  throw new NoBrowser(`no browser on this machine starts (${problems.join('; ')})`)
}

/** Why no browser can start here at all; undefined if it is worth trying. */
export async function whyNoBrowser(found: readonly FoundChromium[]): Promise<string | undefined> {
  if (found.length === 0) return NONE
  return process.getuid?.() === 0 && !(await boxWorks()) ? NO_BOX : undefined
}

const NO_BOX =
  'the server runs as root, where Chromium has no sandbox of its own, and `bwrap` does not work here; run the server as another user, or install bubblewrap'
const NONE =
  'there is no Chromium on this machine; a person can install one, set `CHROMIUM_PATH`, or press *Download a browser* in the Browser pane'

/** A dead end: nothing listens on this port, and Chromium never bypasses its proxy. */
const NO_WAY_OUT = { port: 9, username: '', password: '' }

/** Starts a Chromium once, without network access, and returns its version. Throws if it does not start or, for lack of fonts, shows no text. */
export async function startOnce(path: string, hidden: LaunchParts['hidden']): Promise<string> {
  const { browser, close } = await launchOne({ path, source: 'a download' }, { proxy: NO_WAY_OUT, hidden })
  try {
    const page = await browser.newPage()
    // `ch` is the width of a letter.
    await page.setContent('<p style="width: 20ch">drawn</p>')
    if (!(await page.getByText('drawn').isVisible())) throw new Error('it starts, but it shows no text')
    return browser.version()
  } finally {
    await close()
  }
}

async function launchOne({ path }: FoundChromium, { proxy, hidden }: LaunchParts): Promise<Launched> {
  const { chromium } = await load()
  const folder = await mkdtemp(join(tmpdir(), 'cs-browser-'))
  try {
    const isRoot = process.getuid?.() === 0
    const executablePath = isRoot ? await boxed(path, folder, hidden) : path
    const browser = await chromium.launch({
      executablePath,
      // As root, Chromium's own sandbox does not work, so it runs inside ours.
      chromiumSandbox: !isRoot,
      args: ARGUMENTS,
      proxy: {
        server: `http://127.0.0.1:${proxy.port}`,
        username: proxy.username,
        password: proxy.password,
        bypass: '<-loopback>',
      },
      downloadsPath: join(folder, 'downloads'),
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        TMPDIR: folder,
        LANG: process.env['LANG'] ?? 'C.UTF-8',
      },
      timeout: START_MS,
      // The server decides when the browser exits.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    return {
      browser,
      sandbox: isRoot ? 'ours' : 'its own',
      async close() {
        await browser.close().catch(() => undefined)
        await rm(folder, { recursive: true, force: true }).catch(() => undefined)
      },
    }
  } catch (cause) {
    await rm(folder, { recursive: true, force: true })
    throw cause
  }
}

/** Writes a launcher that runs Chromium inside bubblewrap: it can write only its scratch folder and sees neither data, home nor workspace. */
async function boxed(path: string, folder: string, hidden: readonly string[]): Promise<string> {
  if (!(await boxWorks())) throw new NoBrowser(NO_BOX)
  const program = join(folder, 'chromium-in-a-box')
  await mkdir(join(folder, 'downloads'))
  const masks = hidden
    .filter((place) => !`${folder}/`.startsWith(`${place}/`) && place !== '/')
    .map((place) => `--tmpfs ${shellQuoted(place)}`)
  const own = hidden.some((place) => path.startsWith(`${place}/`))
    ? `--ro-bind ${shellQuoted(dirname(path))} ${shellQuoted(dirname(path))}`
    : ''
  await writeFile(
    program,
    `#!/bin/sh
profile=
for each in "$@"; do case "$each" in --user-data-dir=*) profile=\${each#--user-data-dir=} ;; esac; done
exec bwrap ${BOX} ${masks.join(' ')} ${own} --bind ${shellQuoted(folder)} ${shellQuoted(folder)} --bind "$profile" "$profile" ${shellQuoted(path)} "$@"
`,
  )
  await chmod(program, 0o700)
  return program
}

const BOX =
  '--die-with-parent --unshare-pid --unshare-ipc --unshare-uts --cap-drop ALL --ro-bind / / --dev /dev --proc /proc'

/** Checked every time, because bubblewrap may have been installed since. */
async function boxWorks(): Promise<boolean> {
  if (process.platform !== 'linux') return false
  return new Promise((tried) => {
    const child = spawn('bwrap', [...BOX.split(' '), 'true'], { stdio: 'ignore' })
    child.once('error', () => tried(false)).once('close', (code) => tried(code === 0))
  })
}

function firstLine(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).split('\n', 1)[0] ?? ''
}
