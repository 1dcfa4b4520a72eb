import { join } from 'node:path'
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
