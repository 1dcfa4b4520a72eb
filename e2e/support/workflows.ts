import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { enter } from './cards.ts'
import type { RunningServer } from './server.ts'

/** A person's actions in the workflow editor. */

export async function openAt(page: Page, server: RunningServer, path: string): Promise<void> {
  await enter(page, await server.signIn())
  await expect(page.getByRole('link', { name: 'Workflows' })).toBeVisible()
  await page.goto(new URL(path, server.address).href)
}

/** Imports a graph and waits for its editor. */
export async function importGraph(page: Page, graph: unknown): Promise<string> {
  await page.getByLabel('Import…').setInputFiles({
    name: 'graph.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(graph)),
  })
  await page.waitForURL(/\/workflows\/wf_/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Starts a run from the editor and waits for its page. */
export async function runDraft(page: Page, inputs: Readonly<Record<string, string>> = {}): Promise<Locator> {
  await page.getByRole('button', { name: 'Run draft…' }).click()
  const sheet = page.getByRole('dialog')
  for (const [name, value] of Object.entries(inputs))
    await sheet.getByRole('textbox', { name, exact: true }).fill(value)
  await sheet.getByRole('button', { name: 'Start', exact: true }).click()
  const run = page.locator('[data-run]')
  await expect(run).toBeVisible()
  return run
}

export async function saveVersion(page: Page, message: string): Promise<void> {
  await page.getByRole('button', { name: 'Save version…' }).click()
  await page.getByRole('textbox', { name: 'What changed' }).fill(message)
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

export async function runState(page: Page): Promise<string | null> {
  return page.locator('[data-run]').getAttribute('data-run-state')
}

/** A page on loopback that can be fetched. */
export async function servePage(
  html: string,
): Promise<{ readonly address: string; readonly close: () => void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<html><body>${html}</body></html>`)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** Adds an allow rule on the rules page, which must be open. */
export async function addRule(page: Page, rule: string): Promise<void> {
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('textbox', { name: 'Rule', exact: true }).fill(rule)
  await page.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.locator(`[data-rule="${rule}"]`)).toBeVisible()
}
