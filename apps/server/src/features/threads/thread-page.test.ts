import { aCall, aMessage, aSnapshot, aThread } from '@countersign/protocol/testing/views'
import { expect, test } from 'vitest'
import { exportThread } from './export-thread.ts'

const said =
  '## Plan\nUse `tabs` and **no** <b>blanks</b>\n\n```js\nalert("x") // <script>\n```\nend \u202e here'
const chat = aSnapshot({
  thread: { ...aThread(), title: 'Tabs <script>alert(1)</script>', created_at: 0 },
  messages: [
    aMessage('a', { text: 'tidy "it"', created_at: 1 }),
    aMessage('b', { text: said, role: 'assistant', created_at: 4, cut: 'stopped' }),
  ],
  calls: [
    aCall('build', {
      state: 'succeeded',
      proposed_at: 2,
      preview: '<img src=x onerror=alert(1)>',
      specifier: 'npm run build',
      depth: 1,
    }),
  ],
})

test('a chat as a page: one file, in its order, with nothing that could run or load', () => {
  const { name, text } = exportThread(chat, 'html')
  expect(name).toBe('tabs-script-alert-1-script.html')
  expect(text).toContain('Tabs &lt;script&gt;alert(1)&lt;/script&gt;</title>')
  expect(text).toContain('<p>tidy &quot;it&quot;</p>')
  expect(text).toContain('<h3>Plan</h3>')
  expect(text).toContain('Use <code>tabs</code> and <b>no</b> &lt;b&gt;blanks&lt;/b&gt;')
  expect(text).toContain('<pre>alert(&quot;x&quot;) // &lt;script&gt;</pre>')
  expect(text).toContain('end [U+202E] here')
  expect(text).toContain('Cut off here.')
  expect(text).toContain('<details class="call d1">')
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(text.indexOf('tidy')).toBeLessThan(text.indexOf('npm run build'))
  expect(text).not.toMatch(/<(?:script|img|iframe|link|object|a)\b|<[^>]*\son\w+=|javascript:|https?:/i)
  expect(text).toContain("default-src 'none'")
})
