import { expect, test } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { tabTo } from './support/keys.ts'
import { makePlace } from './support/server.ts'
import type { Place, RunningServer } from './support/server.ts'
import { importGraph, openAt } from './support/workflows.ts'

/** The canvas with real keys: what a person without a pointer can do on it. */

let place: Place
let server: RunningServer

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(async () => {
  place = await makePlace({ 'notes.md': 'The kettle is broken.\n' })
  server = await place.start()
})
test.afterEach(async () => place.remove())

/** The file has the nodes in another order than the wires; `far` is outside of the first view. */
const GRAPH = {
  version: 1,
  name: 'Keys',
  inputs: {},
  outputs: {},
  nodes: [
    { id: 'far', type: 'text.trim', inputs: {} },
    { id: 'save', type: 'files.write', inputs: { path: 'out.md' } },
    {
      id: 'each',
      type: 'map',
      inputs: { items: ['a', 'b'] },
      body: {
        inputs: { item: { schema: { type: 'string' } } },
        outputs: { result: ['up', 'text'] },
        nodes: [{ id: 'up', type: 'text.case', inputs: { to: 'upper' } }],
        edges: [{ from: ['$input', 'item'], to: ['up', 'text'] }],
      },
    },
    { id: 'read', type: 'files.read', inputs: { path: 'notes.md' } },
  ],
  edges: [
    { from: ['read', 'text'], to: ['save', 'content'] },
    { from: ['save', 'text'], to: ['far', 'text'] },
  ],
  view: {
    read: { x: 0, y: 0 },
    save: { x: 320, y: 0 },
    each: { x: 0, y: 220 },
    far: { x: 6000, y: 0 },
  },
}

const node = (page: Page, id: string): Locator => page.locator(`.react-flow__node[data-id="${id}"]`)
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.closest('.react-flow__node')?.getAttribute('data-id') ?? null)
const focusIs = (page: Page, id: string | null) => expect.poll(() => focused(page)).toBe(id)

/** Opens the canvas with Tab and Enter, zoomed so far in that one node is outside. */
async function openCanvas(page: Page, graph: unknown = GRAPH): Promise<void> {
  await openAt(page, server, '/workflows')
  await importGraph(page, graph)
  await tabTo(page, page.getByRole('button', { name: 'Canvas', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.locator('.react-flow__node').first()).toBeVisible()
}

test('Tab goes along the wires and into bodies; nodes outside of the view come into it', async ({ page }) => {
  await openCanvas(page)
  const canvas = page.getByRole('group', { name: 'Nodes on the canvas' })
  await tabTo(page, canvas)
  const order: (string | null)[] = []
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab')
    order.push(await focused(page))
  }
  expect(order).toEqual(['each', 'each/$input', 'each/up', 'read', 'save', 'far'])

  // All of them fit only at a small zoom; at a larger one the middle of the canvas is empty.
  await tabTo(page, page.getByRole('button', { name: 'Zoom in' }))
  const zoom = page.getByText(/^\d+ %$/)
  const percent = async () => Number.parseInt((await zoom.textContent()) ?? '', 10)
  while ((await percent()) < 100) {
    const before = (await zoom.textContent()) ?? ''
    await page.keyboard.press('Enter')
    await expect(zoom).not.toHaveText(before)
  }
  await expect(page.locator('.react-flow__node')).toHaveCount(0)
  await tabTo(page, canvas, 'Shift+Tab')
  for (const id of order) {
    await page.keyboard.press('Tab')
    await focusIs(page, id)
    await expect(node(page, id ?? '')).toBeInViewport()
  }
  await expect(node(page, 'read')).toHaveCount(0)
  for (const id of ['save', 'read']) {
    await page.keyboard.press('Control+ArrowLeft')
    await focusIs(page, id)
    await expect(node(page, id)).toBeInViewport({ ratio: 0.99 })
  }
  await page.keyboard.press('Control+ArrowRight')
  await focusIs(page, 'save')
  await page.keyboard.press('Tab')
  await focusIs(page, 'far')
  await page.keyboard.press('Shift+Tab')
  await focusIs(page, 'save')
})

test('a graph that fits only from afar has its wires and titles, and keeps the wires when it is zoomed in', async ({
  page,
}) => {
  await openCanvas(page)
  const wires = page.locator('.react-flow__edge-path')
  await expect(page.locator('.react-flow__node')).toHaveCount(6)
  await expect(wires).toHaveCount(3)
  await expect(node(page, 'read').getByText('Read a file')).toBeVisible()
  const zoom = page.getByText(/^\d+ %$/)
  const percent = async () => Number.parseInt((await zoom.textContent()) ?? '', 10)
  expect(await percent()).toBeLessThan(40)
  while ((await percent()) < 45) {
    const before = (await zoom.textContent()) ?? ''
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect(zoom).not.toHaveText(before)
  }
  await expect(wires).not.toHaveCount(0)
})

const titles = (page: Page): Promise<(string | null)[]> =>
  page.locator('.react-flow__node').evaluateAll((all) => all.map((one) => one.getAttribute('data-id')))

const SMALL = {
  ...GRAPH,
  nodes: GRAPH.nodes.filter(({ id }) => id === 'read' || id === 'save'),
  edges: [],
  view: { read: { x: 0, y: 0 }, save: { x: 320, y: 0 } },
}

test('arrows move a node, Enter opens its inspector and Escape leads back, C connects, undo and redo', async ({
  page,
}) => {
  await openCanvas(page, SMALL)
  await tabTo(page, node(page, 'read'))
  const before = await node(page, 'read').boundingBox()
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(async () => (await node(page, 'read').boundingBox())?.y).not.toBe(before?.y)
  await focusIs(page, 'read')
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await node(page, 'read').boundingBox())?.y).toBe(before?.y)

  await page.keyboard.press('Enter')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector.getByRole('textbox', { name: 'Title' })).toBeFocused()
  // Letters are text in a field, not commands.
  await page.keyboard.type('c')
  await expect(node(page, 'read')).toContainText('c')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await focusIs(page, 'read')

  await page.keyboard.press('c')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findings(page), `connect, ${colorScheme}`).toEqual([])
  }
  await tabTo(page, sheet.getByRole('button', { name: /→ Write a file, content/ }))
  await page.keyboard.press('Enter')
  await expect(sheet).toHaveCount(0)
  await expect(page.locator('.react-flow__edge')).toHaveCount(1)
  await focusIs(page, 'read')
  await page.keyboard.press('Control+z')
  await expect(page.locator('.react-flow__edge')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(page.locator('.react-flow__edge')).toHaveCount(1)
})

test('copy, cut and paste carry JSON and need no permission; Delete asks, and the focus goes to the next node', async ({
  page,
}) => {
  await openCanvas(page, SMALL)
  await tabTo(page, node(page, 'read'))
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await focusIs(page, 'read2')
  expect(await titles(page)).toEqual(['save', 'read', 'read2'])
  await page.keyboard.press('Control+x')
  await expect(node(page, 'read2')).toHaveCount(0)
  await focusIs(page, 'read')
  await page.keyboard.press('Control+v')
  await focusIs(page, 'read2')

  await page.keyboard.press('Delete')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('read2')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findings(page), `remove, ${colorScheme}`).toEqual([])
  }
  await page.keyboard.press('Escape')
  await focusIs(page, 'read2')
  await page.keyboard.press('Delete')
  await tabTo(page, sheet.getByRole('button', { name: 'Remove', exact: true }))
  await page.keyboard.press('Enter')
  await expect(node(page, 'read2')).toHaveCount(0)
  await focusIs(page, 'read')

  // The last node leaves the focus to the canvas, where paste still works.
  await page.keyboard.press('Control+x')
  await focusIs(page, 'save')
  await page.keyboard.press('Control+x')
  await expect(page.locator('.react-flow__node')).toHaveCount(0)
  await page.keyboard.press('Control+v')
  await focusIs(page, 'save')
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Find a node' })).toBeFocused()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findings(page), `palette, ${colorScheme}`).toEqual([])
  }
})
