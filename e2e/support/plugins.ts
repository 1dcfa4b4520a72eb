import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** Navigates within the page without a reload, so that frames keep their state. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Installs a plugin from a folder of the server, in the settings. */
export async function install(page: Page, folder: string, name: string): Promise<Locator> {
  await go(page, '/settings/plugins')
  await page.getByRole('button', { name: 'Install from a folder' }).click()
  await page.getByRole('textbox', { name: /plugin\.json/ }).fill(folder)
  await page.getByRole('button', { name: 'Inspect' }).click()
  const sheet = page.getByRole('dialog', { name: `Install ${name}` })
  await sheet.getByRole('button', { name: 'Install' }).click()
  const panel = page.getByRole('region', { name, exact: true })
  await expect(panel).toContainText('on')
  return panel
}
