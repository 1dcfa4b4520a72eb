import { spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The command of code-server, if it is installed: from this variable, otherwise by its name. It needs a native build, so no lock file
 * contains it.
 */
const COMMAND = process.env['CODE_SERVER'] ?? 'code-server'

export interface CodeServer {
  readonly version: string
  readonly address: string
  close(): Promise<void>
}

/** Starts code-server on a folder, with separate data; undefined if it is not installed. */
export async function startCodeServer(folder: string): Promise<CodeServer | undefined> {
  const found = spawnSync(COMMAND, ['--version'], { encoding: 'utf8' })
  if (found.status !== 0) return undefined
  const home = await mkdtemp(join(tmpdir(), 'countersign-peer-'))
  await mkdir(join(home, 'User'), { recursive: true })
  const settings = {
    'security.workspace.trust.enabled': false,
    'workbench.startupEditor': 'none',
    'telemetry.telemetryLevel': 'off',
    // Rows as elements, as in our terminal, so that their text can be found.
    'terminal.integrated.gpuAcceleration': 'off',
    'terminal.integrated.scrollback': 5000,
    'terminal.integrated.defaultProfile.linux': 'bash',
  }
  await writeFile(join(home, 'User/settings.json'), JSON.stringify(settings))
  const port = await freePort()
  const child = spawn(
    COMMAND,
    [
      '--auth=none',
      `--bind-addr=127.0.0.1:${port}`,
      '--disable-telemetry',
      '--disable-update-check',
      '--disable-workspace-trust',
      `--user-data-dir=${home}`,
      `--extensions-dir=${join(home, 'extensions')}`,
      folder,
    ],
    { stdio: 'ignore', env: { ...process.env, HOME: home, SHELL: '/bin/bash' } },
  )
  const address = `http://127.0.0.1:${port}/?folder=${folder}`
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) break
    await new Promise((resume) => setTimeout(resume, 500))
  }
  return {
    version: found.stdout.trim().split('\n').at(-1)?.split(' ')[0] ?? '',
    address,
    async close() {
      const gone = new Promise((ended) => child.once('exit', ended))
      child.kill()
      await gone
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening))
  const { port } = probe.address() as AddressInfo // a TCP server that listens has one
  await new Promise((closed) => probe.close(closed))
  return port
}
