import { expect, test } from 'vitest'
import { chatCovers, ruleCovers } from './covers.ts'

test.each([
  ['files.edit', 'all edits'],
  ['files.write', 'all writes and edits'],
  ['mcp__tracker__create_issue', 'every call of mcp__tracker__create_issue'],
])('%s for a chat covers %s', (tool, covers) => {
  expect(chatCovers(tool)).toBe(covers)
  expect(ruleCovers(tool)).toBe(covers)
})

test.each([
  ['terminal.exec(npm test *)', 'npm test *'],
  ['terminal.exec(echo "(a)")', 'echo "(a)"'],
  ['files.write(/src/**)', 'files.write /src/**'],
  ['terminal.exec(cat <<E\na\nE)', 'cat <<E\na\nE'],
])('%s covers %s', (rule, covers) => {
  expect(ruleCovers(rule)).toBe(covers)
})
