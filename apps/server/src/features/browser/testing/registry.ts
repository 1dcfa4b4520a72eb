import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A package registry on this machine that serves one package to `npm`. */
export interface TestRegistry {
  /** What `bringFromRegistry` installs from it, and the environment that leads `npm` to it. */
  readonly source: { readonly manifest: object; readonly lock: object }
  readonly env: Readonly<Record<string, string>>
  /** How often the package was downloaded. */
  readonly downloads: () => number
  /** Serves bytes that do not match the lock file. */
  forge(): Promise<void>
  close(): Promise<void>
}

const NAME = '@sparticuz/chromium'
/** Milliseconds between two pieces of the package. */
const SLOWLY = 60
const PIECES = 12

/** The package unpacks this program, as the real one unpacks Chromium. */
export async function testRegistry(program: string): Promise<TestRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'cs-registry-'))
  const archive = await packed(folder, program)
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  let served = archive
  let downloads = 0
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz') === true) {
      downloads += 1
      return void slowly(served, (piece) =>
        piece === undefined ? response.end() : void response.write(piece),
      )
    }
    const dist = { tarball: `${at()}/chromium-1.0.0.tgz`, integrity }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        name: NAME,
        'dist-tags': { latest: '1.0.0' },
        versions: { '1.0.0': { name: NAME, version: '1.0.0', dist } },
      }),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const at = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server that listens has one
  const dependencies = { [NAME]: '1.0.0' }
  return {
    source: {
      manifest: { name: 'a-test', private: true, dependencies },
      lock: {
        name: 'a-test',
        lockfileVersion: 3,
        requires: true,
        packages: {
          '': { name: 'a-test', dependencies },
          [`node_modules/${NAME}`]: { version: '1.0.0', integrity },
        },
      },
    },
    env: registryEnv(at(), join(folder, 'cache')),
    downloads: () => downloads,
    async forge() {
      served = await packed(join(folder, 'forged'), '#!/bin/sh\necho evil')
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Leads `npm` to a registry, with an empty cache and no second try. */
export function registryEnv(registry: string, cache: string): Readonly<Record<string, string>> {
  return {
    npm_config_registry: registry,
    npm_config_cache: cache,
    npm_config_fetch_retries: '0',
    npm_config_noproxy: '127.0.0.1',
    no_proxy: '127.0.0.1',
  }
}

async function packed(folder: string, program: string): Promise<Buffer> {
  const own = join(folder, 'package')
  await mkdir(own, { recursive: true })
  await writeFile(
    join(own, 'package.json'),
    JSON.stringify({ name: NAME, version: '1.0.0', type: 'module', exports: './index.js' }),
  )
  await writeFile(
    join(own, 'index.js'),
    `import { writeFileSync } from 'node:fs'
export default { executablePath: () => writeFileSync(process.env.TMPDIR + '/chromium', ${JSON.stringify(program)}, { mode: 0o755 }) }`,
  )
  // Random bytes do not become smaller, so the download has a length.
  await writeFile(join(own, 'more.bin'), crypto.getRandomValues(new Uint8Array(60_000)))
  const file = join(folder, 'package.tgz')
  await promisify(execFile)('tar', ['-czf', file, '-C', folder, 'package'])
  return readFile(file)
}

async function slowly(bytes: Buffer, send: (piece: Buffer | undefined) => void): Promise<void> {
  const size = Math.ceil(bytes.length / PIECES)
  for (let at = 0; at < bytes.length; at += size) {
    send(bytes.subarray(at, at + size))
    await new Promise((tick) => setTimeout(tick, SLOWLY))
  }
  send(undefined)
}
