import { join } from 'node:path'
import type { CallBody } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { dataFolder } from '@countersign/server/data-folder'
import { questionOf } from '../testing/questions.ts'
import { ruleEffect } from './rule-effect.ts'

const asking = (command: string) =>
  questionOf('terminal.exec', { kind: 'shell', command, cwd: '/w' }, { specifier: command }).call

test.each([
  ['npm test', true],
  [`cat ${join(dataFolder(), 'token')}`, false],
  [`cp ${join(dataFolder(), 'rules')} .`, false],
])('a rule for %s would be enough: %s', (command, enough) => {
  expect(ruleEffect(`terminal.exec(${command})`, asking(command), '/w')).toMatchObject({
    kind: 'readable',
    enough,
  })
})

test.each([
  [undefined, { enough: true, warnings: [] }],
  ['destructive', { enough: false, warnings: [expect.stringContaining('asks a person every time')] }],
] as const)('a deletion that the server judged %s: its rule', (locked, expected) => {
  const body: CallBody = { kind: 'path', action: 'delete', paths: ['/w/old.txt'], outside_workspace: false }
  const { call } = questionOf('files.delete', body, { specifier: '/w/old.txt' })
  const decision = { ...call.decision, ...(locked === undefined ? {} : { locked }) }
  expect(ruleEffect('files.delete(/old.txt)', { ...call, decision }, '/w')).toMatchObject(expected)
})
