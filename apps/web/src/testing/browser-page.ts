import '../app/base.css'
import { afterEach, expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Locator } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { scriptedApp } from './scripted-app.tsx'
import type { ScriptedApp, ScriptedState } from './scripted-app.tsx'

let open: ScriptedApp | null = null

afterEach(() => {
  open?.stop()
  open = null
  window.localStorage.clear()
})

/** Draws the whole page on a chat, in a real browser, and waits until the chat is there. */
export async function openThread(state: ScriptedState = {}): Promise<ScriptedApp> {
  open = await scriptedApp(state)
  await render(open.page)
  await expect.element(composer()).toBeVisible()
  await document.fonts.ready
  return open
}

export function composer(): Locator {
  return page.getByRole('textbox', { name: 'Message' })
}

/** Waits until a card takes keys; how long that takes is not looked at. */
export async function armed(card: Locator): Promise<void> {
  await expect.element(card).toHaveFocus()
  await expect.element(card).toHaveAttribute('data-armed', 'true')
}

/** Steps to the next card with F8 and waits until it takes keys. */
export async function stepTo(card: Locator): Promise<void> {
  await expect.element(card).toBeVisible()
  await userEvent.keyboard('{F8}')
  await armed(card)
}
