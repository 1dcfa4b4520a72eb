import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { scriptedApp, type ScriptedApp, type ScriptedState } from './scripted-app.tsx'
import { aCall, aMessage } from './views.ts'

/** The whole page with a thread and its cards; the test controls the clock and the keyboard. */

type ShellCall = ReturnType<typeof shellCall>

/** A call that a card can ask about. */
export const shellCall = (name: string, command = `npm run ${name}`) =>
  aCall(name, {
    title: `Run ${command}`,
    specifier: command,
    body: { kind: 'shell', command, cwd: '~/code/site' },
  })

let open: ScriptedApp | null = null

/** Stops the clock. Lazy parts of the page are loaded first, because nothing loads while the clock is stopped. */
export async function stopClock(): Promise<void> {
  await Promise.all([
    import('../app/ThemeMenu.tsx'),
    import('../features/threads/ThreadBar.tsx'),
    import('../features/threads/ThreadPage.tsx'),
    import('../features/rules/FolderRules.tsx'),
    import('../features/rules/ThreadRules.tsx'),
    import('../platform/batches/KindGroup.tsx'),
    import('../platform/cards/RuleEditor.tsx'),
    import('../app/palette/Palette.tsx'),
  ])
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 2, 14, 0, 0) })
}

export async function openThread(state: ScriptedState = {}): Promise<ScriptedApp> {
  open = await scriptedApp({ ...state, thread: { messages: [aMessage('go')], ...state.thread } })
  // Loaded up front, because the stopped clock does not wait for files.
  await Promise.all([
    import('../features/threads/ThreadRoute.tsx'),
    import('../features/threads/ThreadPage.tsx'),
  ])
  render(open.page)
  await pass(200)
  return open
}

export function closeThread(): void {
  open?.stop()
  open = null
}

export async function pass(ms: number): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(ms))
}

export async function ask(app: ScriptedApp, ...calls: readonly ShellCall[]): Promise<void> {
  await act(async () => {
    for (const call of calls) app.ask(call)
    await vi.advanceTimersByTimeAsync(0)
  })
}

export function cardOf(call: ShellCall): HTMLElement {
  const card = document.querySelector<HTMLElement>(`[data-card="${call.id}"]`)
  if (card === null) throw new Error(`no card of ${call.id}`)
  return card
}

/** The id of the call whose card has the focus. */
export function focused(): string | undefined {
  const { activeElement } = document
  return activeElement instanceof HTMLElement ? activeElement.dataset['card'] : undefined
}

export const composer = (): HTMLTextAreaElement =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })

interface Key {
  readonly shift?: boolean
  readonly repeat?: boolean
}

function codeOf(key: string): string {
  return /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key
}

/** Sends a key to the focused element, as a keyboard would. */
export async function keyDown(key: string, { shift = false, repeat = false }: Key = {}): Promise<void> {
  await act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, {
      key,
      code: codeOf(key),
      shiftKey: shift,
      repeat,
    })
    await vi.advanceTimersByTimeAsync(0)
  })
}

export async function keyUp(key: string): Promise<void> {
  await act(async () => {
    fireEvent.keyUp(document.activeElement ?? document.body, { key, code: codeOf(key) })
  })
}

export async function press(key: string, how: Key = {}): Promise<void> {
  await keyDown(key, how)
  await keyUp(key)
}

/** Steps to the first card and lets it arm. */
export async function stepTo(call: ShellCall): Promise<void> {
  await press('F8')
  expect(document.activeElement).toBe(cardOf(call))
  await pass(700)
}

export const decisions = (app: ScriptedApp) => app.answers().map(({ decision }) => decision)
