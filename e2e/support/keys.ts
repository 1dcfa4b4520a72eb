import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** More presses of Tab than any page of these tests needs. */
const PRESSES = 200

/** Goes to an element with Tab, as a person without a pointer does. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let press = 0; press < PRESSES; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target, `reached within ${PRESSES} presses of ${key}`).toBeFocused()
}
