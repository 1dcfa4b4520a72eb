import type { TraceEntry } from '@countersign/protocol'

/** Exports actions as a Playwright script. The trace contains no secrets: the script reads them from the environment. */
export function playwrightScript(entries: readonly TraceEntry[]): string {
  const lines = entries.filter(({ ok }) => ok).flatMap(lineOf)
  return [
    `import { test } from '@playwright/test'`,
    '',
    `test('as it was done in the browser', async ({ page }) => {`,
    ...lines.map((line) => `  ${line}`),
    '})',
    '',
  ].join('\n')
}

/** The agent's actions ended when the page had loaded what they led to. */
const SETTLED = `await page.waitForLoadState('networkidle')`

function lineOf(entry: TraceEntry): readonly string[] {
  const { action, element, url, input } = entry
  const target = element === null ? 'page' : locatorOf(element)
  switch (action) {
    case 'navigate':
      return [`await page.goto(${text(url)})`]
    case 'open_tab':
      return ['page = await page.context().newPage()', `await page.goto(${text(url)})`]
    case 'back':
      return ['await page.goBack()']
    case 'hover':
      return [`await ${target}.hover()`]
    case 'click':
      return [`await ${target}.click()`, SETTLED]
    case 'check':
      return [`await ${target}.setChecked(${input !== 'off'})`]
    case 'type':
      return [`await ${target}.fill(${typed(input ?? '')})`]
    case 'select':
      return [`await ${target}.selectOption(${text(input ?? '')})`]
    case 'press':
      return [
        element === null
          ? `await page.keyboard.press(${text(input ?? '')})`
          : `await ${target}.press(${text(input ?? '')})`,
        SETTLED,
      ]
    case 'upload':
      return [`await ${target}.setInputFiles(${text(input ?? '')})`]
    case 'download':
      // In a block, because there may be more than one.
      return [
        '{',
        `  const [download] = await Promise.all([page.waitForEvent('download'), ${target}.click()])`,
        `  await download.saveAs(${text(input ?? '')})`,
        '}',
      ]
    default:
      return []
  }
}

/** Fields that have no ARIA role, under the names that the engine gives them. */
const WITHOUT_ROLE: Readonly<Record<string, string>> = {
  file: 'input[type=file]',
  color: 'input[type=color]',
}

function locatorOf({ role, name }: NonNullable<TraceEntry['element']>): string {
  const field = WITHOUT_ROLE[role]
  if (field !== undefined)
    return name === '' ? `page.locator(${text(field)}).first()` : `page.getByLabel(${text(name)}).first()`
  if (role === '') return `page.getByText(${text(name)}, { exact: true }).first()`
  // Two elements may have the same name: the script takes the first, because Playwright would fail on several matches.
  const options = name === '' ? '' : `, { name: ${text(name)}, exact: true }`
  return `page.getByRole(${text(role)}${options}).first()`
}

/** A value that is not in the trace comes from the environment. */
function typed(input: string): string {
  const secret = /^the secret “(.+)”$/.exec(input)?.[1] ?? (input.includes('••••') ? 'value' : undefined)
  if (secret === undefined) return text(input)
  const name = secret.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')
  return `process.env[${text(`SECRET_${name}`)}] ?? ''`
}

/** JSON is valid JavaScript, whatever name a page chose. */
function text(value: string): string {
  return JSON.stringify(value)
}
