import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { message, thread } from './support/views.ts'

/** Answers with headings, tables, tasks, formulas and diagrams, under the page's own content security policy. */

const chat = thread('tidy')

async function openAnswer(page: Page, text: string) {
  const broken: string[] = []
  const foreign: string[] = []
  page.on('console', (said) => {
    if (/Content Security Policy/.test(said.text())) broken.push(said.text())
  })
  page.on('request', (request) => {
    if (!/^(?:http:\/\/countersign\.test\/|data:)/.test(request.url())) foreign.push(request.url())
  })
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [snapshot(chat, { messages: [message('tidy', 'rich', { role: 'assistant', text })] })],
  })
  await page.goto(wire.url('/t/thr_tidy'))
  await expect(page.locator('[data-role=assistant]')).toBeVisible()
  return { broken, foreign }
}

const RICH = `# One
## Two
### Three

Text with $e^{i\\pi} + 1 = 0$ in it, and \\(\\mathbb{R}\\).

| left | right | middle |
| :--- | ---: | :---: |
| a | 1,200 | x |

- [x] done
- [ ] open

$$
\\int_0^1 x^2 \\, dx = \\frac{1}{3}
$$

\`\`\`mermaid
graph LR
  A[Start] --> B{Done?}
  B -->|yes| C[End]
  B -->|no| A
\`\`\`

![a picture](https://example.com/cat.png)
`

test('headings have sizes, columns are aligned, tasks have boxes and no bullets', async ({ page }) => {
  const { broken } = await openAnswer(page, RICH)
  const answer = page.locator('[data-role=assistant]')
  const sizes = await answer
    .locator('h3, h4, h5')
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  expect(new Set(sizes).size).toBe(3)
  const aligned = await answer
    .locator('td')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).textAlign))
  expect(aligned).toEqual(['start', 'end', 'center'])
  const bullets = await answer
    .locator('li')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).listStyleType))
  expect(bullets).toEqual(['none', 'none'])
  expect(broken).toEqual([])
})

test('formulas are MathML and diagrams are images, drawn without styles, scripts or addresses', async ({
  page,
}) => {
  const { broken, foreign } = await openAnswer(page, RICH)
  await expect(page.locator('[data-formula=inline] math')).toHaveCount(2)
  await expect(page.locator('[data-formula=display] math mfrac')).toHaveCount(1)
  await expect(page.locator('[data-formula=inline]').last()).toHaveText('ℝ')
  const picture = page.getByRole('img', { name: 'Diagram' })
  await expect(picture).toBeVisible()
  expect(
    await picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
  ).toBeGreaterThan(100)
  await expect(page.locator('[data-role=assistant] [style]')).toHaveCount(0)
  // An external image is a link that names its host, and nothing was fetched.
  await expect(
    page.getByRole('link', { name: 'Show the picture “a picture” from example.com' }),
  ).toBeVisible()
  expect(foreign).toEqual([])
  expect(broken).toEqual([])
})

test('nothing of it is fetched by an answer that has none', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await openAnswer(page, '# Plain\n\nIt costs $5, or $10 with `mermaid`.')
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((url) => /worker|katex|mermaid/.test(url))).toEqual([])
})

test('what is hostile is drawn as code, in bounded time, and the page goes on', async ({ page }) => {
  // A few hundred characters that describe ten thousand edges.
  const all = (letter: string) => Array.from({ length: 100 }, (_, at) => `${letter}${at}`).join(' & ')
  const slow = `graph TD\n${all('A')} --> ${all('B')}`
  const { broken, foreign } = await openAnswer(
    page,
    [
      `\`\`\`mermaid\n${slow}\n\`\`\``,
      '```mermaid\nnot a diagram\n```',
      '```mermaid\ngraph TD\n  A["<script>window.pwned=1</script><image href=https://example.com/x.png>"] --> B\n  click A href "javascript:window.pwned=2"\n  style A fill:url(https://example.com/y.png)\n```',
      '$\\def\\a{\\a\\a}\\a$',
      '$\\href{javascript:window.pwned=3}{x}$ and $\\includegraphics{https://example.com/z.png}$',
      '$ok$',
    ].join('\n\n'),
  )
  // One of them exceeds the time limit: it stays code, and the others are drawn.
  await expect(page.locator('math').last()).toHaveText('ok')
  await expect(page.getByRole('img', { name: 'Diagram' })).toHaveCount(1, { timeout: 20_000 })
  await expect(page.getByText('not a diagram')).toBeVisible()
  await expect(page.getByText('\\def\\a{\\a\\a}\\a')).toBeVisible()
  await expect(page.locator('math a, math [href], math [src]')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Message' }).fill('still here')
  expect(await page.evaluate(() => Reflect.get(window, 'pwned') as unknown)).toBeUndefined() // nothing set it
  expect(foreign).toEqual([])
  expect(broken).toEqual([])
})
