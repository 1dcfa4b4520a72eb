/** @module-tag slow */
import { act, render, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { scriptedApp } from '../../../testing/scripted-app.tsx'
import { aCall, aThread } from '../../../testing/views.ts'

beforeEach(() => {
  // A desktop: every media query for room matches.
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media.includes('>='),
        media,
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList, // the part of the API that the page uses
  )
})
beforeAll(async () => {
  await import('./SideBar.tsx')
  await import('../ThreadPage.tsx')
})

test('the list beside the page follows what the server says of a chat', async () => {
  const chat = aThread({ title: 'tidy' })
  const app = await scriptedApp({ thread: { thread: chat } })
  render(app.page)
  const bar = await screen.findByRole('navigation', { name: 'Chats' })
  await within(bar).findByRole('heading', { name: 'site' }, { timeout: 10_000 })
  const says = async (change: Partial<typeof chat>): Promise<void> => {
    act(() => app.say({ type: 'threads_changed', threads: [{ ...chat, ...change }], gone: [] }))
    await act(async () => {})
  }
  await says({ last_turn: 'running' })
  expect(within(bar).getByRole('link', { name: /^tidy running/ })).toBeTruthy()
  await says({ last_turn: 'failed', permission_mode: 'plan' })
  expect(within(bar).getByRole('link', { name: /^tidy in Plan mode failed/ })).toBeTruthy()
  await says({ pinned: true })
  expect(within(bar).getByRole('heading', { name: 'Pinned' })).toBeTruthy()
  await says({ archived: true })
  expect(
    within(bar)
      .getByRole('button', { name: /^Archived/ })
      .getAttribute('aria-expanded'),
  ).toBe('false')
  app.stop()
})

test('a project that is folded says what waits in it', async () => {
  const chat = aThread({ title: 'tidy' })
  const app = await scriptedApp({ thread: { thread: chat } })
  render(app.page)
  const bar = await screen.findByRole('navigation', { name: 'Chats' })
  const project = (await within(bar).findByRole('heading', { name: 'site' }, { timeout: 10_000 })).closest(
    'button',
  )
  act(() => project?.click())
  expect(project?.textContent).toContain('1 chat')
  act(() => app.ask(aCall('one')))
  await act(async () => {})
  expect(project?.textContent).toContain('1 waits')
  act(() => project?.click())
  app.stop()
})
