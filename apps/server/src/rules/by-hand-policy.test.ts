import { expect, test } from 'vitest'
import { byHandPolicy } from './by-hand-policy.ts'

test('by hand only the administrator’s denials of tools count: no mode binds a person', () => {
  const { mode, rules, unloadable, problems } = byHandPolicy({
    layer: 'managed',
    mode: 'plan',
    lists: {
      deny: ['mode', 'mode(auto)', 'terminal.exec(git push *)', '*(secret)'],
      ask: ['files.write'],
      allow: ['terminal.exec'],
    },
  })
  expect(rules.map(({ list, rule }) => `${list} ${rule.text}`)).toEqual([
    'deny terminal.exec(git push *)',
    'deny *(secret)',
  ])
  expect({ mode: mode.name, unloadable, problems }).toEqual({ mode: 'auto', unloadable: [], problems: [] })
})

test('what cannot be read of the denials is not forgotten', () => {
  const deny = [{ layer: 'managed', list: 'deny' }]
  expect(byHandPolicy({ layer: 'managed', lists: { deny: ['mode(auto', 'mode'] } }).unloadable).toEqual(deny)
  expect(
    byHandPolicy({ layer: 'managed', lists: {}, unreadable: ['deny', 'ask'] }).unloadable,
  ).toContainEqual(deny[0])
})
