import { layerOfRulesFile, parseRulesFile } from '@countersign/policy'
import { expect, test } from 'vitest'
import { forbiddenBy, whyForbidden } from './forbidden-modes.ts'

const modes = (text: string) =>
  forbiddenBy(layerOfRulesFile('managed', parseRulesFile(text), { trusted: true })).map(
    ({ mode, instead, because }) => `${mode} ${because} ${instead}`,
  )

test.each([
  ['deny terminal.exec(git push *)', []],
  ['deny mode(auto)', ['auto forbidden acceptEdits']],
  ['deny mode(bypassPermissions)', ['auto forbidden acceptEdits']],
  ['deny mode(auto)\ndeny mode(acceptEdits)', ['acceptEdits forbidden default', 'auto forbidden default']],
  [
    'deny mode',
    ['strict forbidden plan', 'default forbidden plan', 'acceptEdits forbidden plan', 'auto forbidden plan'],
  ],
  ['mode strict', ['plan set strict', 'default set strict', 'acceptEdits set strict', 'auto set strict']],
])('P6.4 %j: %j', (text, expected) => {
  expect(modes(text)).toEqual(expected)
})

test('only the administrator forbids: the same line in a project’s file changes no mode', () => {
  const file = parseRulesFile('deny mode(auto)')
  expect(forbiddenBy(layerOfRulesFile('project', file, { trusted: true }))).toEqual([])
})

test('a refusal says who and what to do', () => {
  const forbidden = [{ mode: 'auto', instead: 'default', because: 'forbidden' as const }]
  expect(whyForbidden('auto', forbidden)).toBe(
    'the administrator of this machine does not allow `auto`; choose another mode',
  )
  expect(whyForbidden('plan', forbidden)).toBeUndefined()
})
