/** @module-tag slow */
import { expect, test } from 'vitest'
import { load } from './load.ts'

/** The smallest form of `npm run load`. */
test('chats stream and questions wait over two processes behind a proxy without sticky sessions: every socket hears everything', async () => {
  const outcome = await load({ threads: 10, sockets: 40, approvals: 20, chunks: 10 }, () => undefined)
  expect(outcome).toMatchObject({
    wrong: 0,
    behind: 0,
    answerToRun: { count: 20 },
    firstEvent: { count: 10 },
  })
  expect(outcome.idle).toHaveLength(2)
}, 180_000)
