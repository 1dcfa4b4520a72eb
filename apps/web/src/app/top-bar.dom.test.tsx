import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { scriptedApp } from '../testing/scripted-app.tsx'
import { holdLate } from '../ui/lazy.ts'

test('the bar is drawn while its menus are still held back', async () => {
  holdLate(new Promise<never>(() => undefined))
  const app = await scriptedApp()
  render(app.page)
  expect(await screen.findByRole('link', { name: 'Settings' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Theme' })).toBeNull()
  app.stop()
})
