/** @module-tag slow */
import { OutsideAnswer } from '@countersign/protocol'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/running-server.ts'

const run = promisify(execFile)
const page = readFileSync(join(import.meta.dirname, '../../../../../docs/protocol.md'), 'utf8')
const section = page.split('\n## A call from outside\n')[1]?.split('\n## ')[0] ?? ''
const [, command = ''] = /^```sh\n(.*?)^```$/ms.exec(section) ?? []
const [, answer = ''] = /^```json\n(.*?)^```$/ms.exec(section) ?? []

test('the call from outside of `docs/protocol.md` is answered as the page says', async ({ skip }) => {
  const hasCurl = await run('curl', ['--version']).then(
    () => true,
    () => false,
  )
  if (!hasCurl) skip('there is no curl')
  const server = await testServer()
  try {
    const env = { ...process.env, COUNTERSIGN: `http://127.0.0.1:${server.port}`, TOKEN: server.token }
    const { stdout } = await run('sh', ['-c', command], { env })
    const said = OutsideAnswer.parse(JSON.parse(stdout))
    expect({ ...said, call_id: 'call_…' }).toEqual(JSON.parse(answer))
  } finally {
    await server.close()
  }
})
