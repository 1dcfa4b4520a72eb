import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')

/** A comparison of the owner of a thread or rule with someone, in SQL, in a query, or in code. */
const BY_HAND =
  /\b(?:threads|rules|t)\.owner = \$\{|\.where\('(?:threads\.|rules\.)?owner'|\bthread\.owner [!=]==|[!=]== \w*\.?thread\.owner/

test('only `access.ts` says whose a thread or a rule is', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|testing\/|contract\//.test(file))
    // A workflow, its runs and grants have owners of their own.
    .filter((file) => !/^features\/(?:workflows|collections)\//.test(file))
  const found = files.filter((file) => BY_HAND.test(readFileSync(join(source, file), 'utf8')))
  expect(found).toEqual(['store/access.ts'])
})
