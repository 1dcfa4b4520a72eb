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

/** Renders the whole page on a thread in a real browser, and waits until the thread is there. */
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

/** Waits until a card accepts keys; the delay itself is not tested. */
export async function armed(card: Locator): Promise<void> {
  await expect.element(card).toHaveFocus()
  await expect.element(card).toHaveAttribute('data-armed', 'true')
}

/** Steps to the next card with F8 and waits until it accepts keys. */
export async function stepTo(card: Locator): Promise<void> {
  await expect.element(card).toBeVisible()
  await userEvent.keyboard('{F8}')
  await armed(card)
}
