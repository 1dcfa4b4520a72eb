/** @module-tag slow */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDLESS, endlessModel, peak } from '../../testing/endless-model.ts'

// A model that never stops, against the whole product in one process: it is cut, told, and the process stays small.

let provider: Server
let port = 0
let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cs-endless-'))
  provider = endlessModel()
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
  port = (provider.address() as AddressInfo).port // it listens on a port
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await rm(home, { recursive: true, force: true })
})

describe.runIf(process.platform === 'linux')('a model that never stops', () => {
  test.each(Object.keys(ENDLESS))(
    '%s',
    async (kind) => {
      const main = join(import.meta.dirname, '../../main.ts')
      const args = ['run', '-p', 'go', '--model', 'compatible/any', '--output', 'json']
      const child = spawn(process.execPath, ['--conditions=countersign-source', main, ...args], {
        cwd: home,
        env: {
          ...process.env,
          COUNTERSIGN_HOME: join(home, 'data'),
          COUNTERSIGN_LOCAL_MODELS: 'off',
          COUNTERSIGN_COMPATIBLE_URL: `http://127.0.0.1:${port}/${encodeURIComponent(kind)}`,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const said: Buffer[] = []
      child.stdout.on('data', (data: Buffer) => said.push(data))
      let most = 0
      const look = setInterval(() => (most = Math.max(most, peak(child.pid ?? 0))), 100)
      const code = await new Promise((ended) => child.on('close', ended))
      clearInterval(look)
      const result: unknown = JSON.parse(Buffer.concat(said).toString('utf8'))
      const ends = kind === 'a line without an end' ? ['provider', 4] : ['budget', 3]
      expect(result).toMatchObject({ outcome: ends[0] })
      expect(code).toBe(ends[1])
      expect(most).toBeGreaterThan(50)
      expect(most).toBeLessThan(600)
      console.info(`${kind}: at most ${Math.round(most)} MB`)
    },
    120_000,
  )
})
