/** @module-tag slow */
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { testServer } from '../../testing/running-server.ts'

test('health needs no token, figures do', async () => {
  const server = await testServer()
  const plain = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`)
  expect((await plain('/healthz')).status).toBe(200)
  expect((await plain('/readyz')).status).toBe(200)
  expect((await plain('/metrics')).status).toBe(401)
  expect((await server.request('/metrics')).status).toBe(200)
  await plain('/api/nothing-here')
  const text = await (await server.request('/metrics')).text()
  expect(text).toContain(
    'countersign_http_request_seconds_count{method="GET",route="/readyz",status="200"} 1',
  )
  expect(text).toContain('route="none",status="404"')
  expect(text).not.toContain('nothing-here')
  await server.close()
})

test.each([
  ['COUNTERSIGN_SHUTDOWN_GRACE', '-1'],
  ['COUNTERSIGN_SHUTDOWN_GRACE', 'soon'],
  ['COUNTERSIGN_MAX_COST', '0'],
  ['COUNTERSIGN_MAX_COST', 'much'],
  ['COUNTERSIGN_MAX_WRITES', '0'],
  ['COUNTERSIGN_MAX_WRITES', '1.5'],
  ['COUNTERSIGN_MAX_WORK', '0'],
  ['COUNTERSIGN_MAX_WORK', 'long'],
])('%s=%s is refused with a sentence', (name, value) => {
  const read = readConfig({ [name]: value }, {})
  expect(read.ok).toBe(false)
  expect(JSON.stringify(read)).toContain(name)
})
