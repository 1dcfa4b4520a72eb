import { FileView, SIZE_HEADER } from '@countersign/protocol'
import { open, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/running-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await writeFile(join(server.workspace, 'evil.svg'), '<svg onload="alert(1)"/>')
  await symlink('/etc/passwd', join(server.workspace, 'outside'))
  const large = await open(join(server.workspace, 'large.bin'), 'w')
  await large.write('end', 30_000_000)
  await large.close()
}, 60_000)
afterAll(() => server.close(), 60_000)

const content = (path: string, rest = '') =>
  server.request(`/api/workspace/content?path=${encodeURIComponent(path)}${rest}`)

test('a file of a stranger is given out as bytes that run nothing at their own address', async () => {
  const answer = await content('evil.svg')
  expect(await answer.text()).toBe('<svg onload="alert(1)"/>')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

test('a file that is too large to be opened as a whole is read by pages', async () => {
  const page = await content('large.bin', '&from=29999999&bytes=3')
  expect(await page.text()).toBe('\u0000en')
  expect(page.headers.get(SIZE_HEADER)).toBe('30000003')
  const opened = FileView.parse(await (await server.request('/api/workspace/file?path=large.bin')).json())
  expect(opened).toMatchObject({ text: null, encoding: 'large', hash: '', bytes: 30_000_003 })
  expect(await (await content('large.bin', '&from=99999999')).text()).toBe('')
})

test('what leads out of the folder, a folder and nothing are refused', async () => {
  expect((await content('outside')).status).toBe(403)
  expect((await content('.')).status).toBe(409)
  expect((await content('missing')).status).toBe(404)
})
