import { expect, test } from 'vitest'
import type { OfferView } from './calls.ts'
import { chatRule } from './chat-rule.ts'

const offer = (rule: string, scope: NonNullable<OfferView['scope']>): OfferView => ({
  rule,
  covers: '',
  still_asks: [],
  scope,
})

test('what is allowed for a chat: the tool, the site of a browser, the version of a workflow', () => {
  expect(chatRule('files.write', [offer('files.write(a.md)', 'exact')])?.rule).toBe('files.write')
  const site = offer('browser(https://example.com/*)', 'host')
  expect(chatRule('browser', [offer('browser(https://example.com/a)', 'exact'), site])).toBe(site)
  const version = offer('run_workflow(wf_1@ab)', 'exact')
  expect(chatRule('run_workflow', [offer('run_workflow', 'tool'), version])).toBe(version)
  expect(chatRule('run_workflow', [offer('run_workflow', 'tool')])).toBeUndefined()
})
