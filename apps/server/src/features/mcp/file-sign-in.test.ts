import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileSignIn } from './file-sign-in.ts'

let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cs-sign-in-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

test('what is kept at once is all kept', async () => {
  const opened = await fileSignIn({
    home,
    env: {},
    server: 'https://mcp.example.com/',
    redirectUrl: () => 'http://127.0.0.1/back',
    newState: () => 'a state',
  })
  if (!opened.ok) throw new Error(opened.message)
  const { oauth } = opened
  await Promise.all([
    oauth.state?.(),
    oauth.saveTokens({ access_token: 'a', token_type: 'Bearer' }),
    oauth.saveCodeVerifier('verifier'),
  ])
  expect(await oauth.tokens()).toMatchObject({ access_token: 'a' })
  expect(await oauth.codeVerifier()).toBe('verifier')
  expect(await oauth.expected).toBe('a state')
})
