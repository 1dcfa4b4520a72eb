import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** The card of a call, by its title. */
export function cardTitled(page: Page, title: string | RegExp): Locator {
  return page.getByRole('article', { name: title })
}

/** Presses an answer as a person would: once the card has stopped moving (K4), and again if it had just moved. */
export async function press(page: Page, card: Locator, answer: string | RegExp): Promise<void> {
  await expect(async () => {
    await expect(card).toHaveAttribute('data-steady', 'true')
    await page.getByRole('button', { name: answer }).click({ timeout: 2000 })
    // A refused press says so in the next frame.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    })
    await expect(page.getByText('The card had just moved.')).toHaveCount(0)
  }).toPass()
}

/** Waits until a card has rested for twenty frames: the page looks every 100 ms, so one look may be from before a move. */
export async function untilRested(card: Locator): Promise<void> {
  await card.evaluate(async (element) => {
    for (let rested = 0; rested < 20;) {
      await new Promise(requestAnimationFrame)
      rested = element.getAttribute('data-steady') === 'true' ? rested + 1 : 0
    }
  })
}

/** Steps to a card with F8 and waits until it accepts keys (K3). */
export async function stepTo(page: Page, card: Locator): Promise<void> {
  await expect(card).toBeVisible()
  await page.keyboard.press('F8')
  await expect(card).toBeFocused()
  await expect(card).toHaveAttribute('data-armed', 'true')
}

/** Opens the printed address as a person who has already seen the first page. */
export async function enter(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => window.localStorage.setItem('countersign welcomed', 'yes'))
  await page.goto(address)
}

export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
}

/** Scrolls to the end of a card, as a person does before the answer; only then can it be allowed. */
export async function seen(card: Locator): Promise<void> {
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: /^(?:Deny|Reject)/ }).scrollIntoViewIfNeeded()
}
