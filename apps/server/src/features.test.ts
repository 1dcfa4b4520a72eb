import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FEATURES } from './features.ts'
import { schemasOf } from './platform/feature.ts'
import { CORE } from './store/sql/schema.ts'

const store = join(import.meta.dirname, 'store')
const queries = readdirSync(store, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/^(?:migrations|contract|testing)\/|\.test\.ts$/.test(file))
  .filter((file) => file !== 'sql/schema.ts' && file !== 'sql/tables.ts')
  .map((file) => readFileSync(join(store, file), 'utf8'))
  .join('\n')

test.each(CORE.tables.map(({ name }) => name))('the store itself uses `%s`, so the core owns it', (name) => {
  expect(queries).toMatch(new RegExp(`\\b${name}\\b`))
})

test('migrations of the core touch tables of the core alone', () => {
  const touched = CORE.migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/\b(?:create|alter) table (?:if not exists )?(\w+)/g)].map(([, name]) => name),
  )
  const owned = new Set(CORE.tables.map(({ name }) => name))
  expect(touched.filter((name) => !owned.has(name ?? ''))).toEqual([])
})

test.each(schemasOf(FEATURES).filter(({ feature }) => feature !== CORE.feature))(
  'every table that $feature makes is declared by it',
  ({ migrations, tables }) => {
    const made = migrations.flatMap(({ sql }) =>
      [...sql.matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, name]) => name),
    )
    expect(new Set(made)).toEqual(new Set(tables.map(({ name }) => name)))
  },
)
