import { aCall, aMessage, aSnapshot, aThread, aTurn } from '@countersign/protocol/testing/views'
import { TurnId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { exportThread } from './export-thread.ts'

const waits = aTurn('queued', TurnId.parse('trn_b'))
const chat = aSnapshot({
  thread: { ...aThread(), title: 'Tidy up: the *release*', created_at: 0 },
  messages: [
    aMessage('tidy', { created_at: 1 }),
    aMessage('half', { role: 'assistant', created_at: 4, cut: 'stopped' }),
    aMessage('later', { turn_id: waits.id, created_at: 5 }),
  ],
  calls: [
    aCall('build', {
      state: 'succeeded',
      proposed_at: 2,
      preview: 'ok\n```\nnot the end',
      specifier: 'npm run build',
    }),
  ],
  queued: [waits],
})

test('a chat as Markdown: what was said and done in its order, and nothing in it ends a fence', () => {
  const { name, text } = exportThread(chat, 'md')
  expect(name).toBe('tidy-up-the-release.md')
  expect(text).toContain('# Tidy up: the *release*\n')
  expect(text).toContain('## You\n\ntidy\n')
  expect(text).toContain('> Ran `npm run build` (')
  expect(text).toContain('> ````text\n> ok\n> ```\n> not the end\n> ````')
  expect(text).toContain('## Agent\n\nhalf\n\n*Cut off here.*')
  expect(text.indexOf('tidy')).toBeLessThan(text.indexOf('npm run build'))
  expect(text.indexOf('npm run build')).toBeLessThan(text.indexOf('half'))
  expect(text).not.toContain('later')
})

test('a chat as JSON has the same, as the wire has it', () => {
  const { name, text } = exportThread(chat, 'json')
  expect(name).toBe('tidy-up-the-release.json')
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    thread: { title: chat.thread.title },
    messages: [{ text: 'tidy' }, { text: 'half', cut: 'stopped' }],
    calls: [{ specifier: 'npm run build' }],
  })
})

test.each([
  ['', 'chat.md'],
  ['../..', 'chat.md'],
  ['Grüße 2', 'grüße-2.md'],
])('the title `%s` is the file `%s`', (title, name) => {
  expect(exportThread({ ...chat, thread: { ...chat.thread, title } }, 'md').name).toBe(name)
})
