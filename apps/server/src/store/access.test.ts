import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')

/** A comparison of the owner of a thread or rule with someone, in SQL, in a query, or in code. A user is compared with no owner at all. */
const BY_HAND = new RegExp(
  [
    String.raw`\b(?:threads|rules|t)\.owner = \$\{`,
    String.raw`\.where\('(?:threads\.|rules\.)?owner'`,
    String.raw`\bthread\??\.owner [!=]==|[!=]== (?:\w+\.)?thread\??\.owner`,
    String.raw`\.owner [!=]== (?:\w+\.)*user\b|\buser [!=]== [\w.?]+\.owner\b`,
  ].join('|'),
)

test.each([
  'thread.owner === user',
  '(await threadFacts(host, thread))?.owner === user',
  'row.owner !== actor.user',
  'user === found?.owner',
  "db.selectFrom('threads').where('owner', '=', user)",
  'where threads.owner = ${user}',
])('it is seen by hand: %s', (code) => {
  expect(code).toMatch(BY_HAND)
})

test('only `access.ts` says whose a thread or a rule is', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|testing\/|contract\//.test(file),
  )
  const found = files.filter((file) => BY_HAND.test(readFileSync(join(source, file), 'utf8')))
  expect(found).toEqual(['store/access.ts'])
})
