import { expect, test } from 'vitest'
import { compilePolicy, decide, explain, readCallText } from './index.ts'
import { checkExpectations } from './expectations.ts'
import { layerOfRulesFile, parseRulesFile } from './rules/rules-file.ts'

const place = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }

test('the example of the README says what it says', () => {
  const policy = compilePolicy({
    mode: 'default',
    layers: [
      { layer: 'user', lists: { allow: ['terminal.exec(npm run *)'], deny: ['files.read(.env)'] } },
      { layer: 'managed', lists: { ask: ['terminal.exec(git push *)'] } },
    ],
  })
  expect(decide(readCallText('npm run build && cat .env', place), policy).verdict).toBe('block')
  expect(explain(decide(readCallText('timeout 60 git push', place), policy))).toBe(
    "`git push`: the administrator's rule git push * asks",
  )
})

test('the rules file of the README holds what it expects', () => {
  const file = parseRulesFile(`# .countersign/rules
allow terminal.exec(npm run *)
ask   terminal.exec(git push *)
deny  files.read(.env)
mode  acceptEdits
expect npm run build -> run
expect cat .env -> block
`)
  const policy = compilePolicy({ layers: [layerOfRulesFile('user', file)] })
  expect(file.errors).toEqual([])
  expect(checkExpectations(policy, file.expectations, place)).toEqual([])
})
