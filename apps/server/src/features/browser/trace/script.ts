import type { TraceEntry } from '@countersign/protocol'

/** Actions as a script for Playwright. Values of secrets are not in the trace; the script names where they went. */
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

function lineOf({ action, element, url, input }: TraceEntry): readonly string[] {
  const target =
    element === null
      ? 'page'
      : element.name === ''
        ? `page.getByRole(${text(element.role)})`
        : `page.getByRole(${text(element.role)}, { name: ${text(element.name)} })`
  switch (action) {
    case 'navigate':
    case 'open_tab':
      return [`await page.goto(${text(url)})`]
    case 'back':
      return ['await page.goBack()']
    case 'click':
    case 'hover':
      return [`await ${target}.${action}()`]
    case 'check':
      return [`await ${target}.setChecked(${input !== 'off'})`]
    case 'type':
      return [`await ${target}.fill(${text(input ?? '')})`]
    case 'select':
      return [`await ${target}.selectOption(${text(input ?? '')})`]
    case 'press':
      return [
        element === null
          ? `await page.keyboard.press(${text(input ?? '')})`
          : `await ${target}.press(${text(input ?? '')})`,
      ]
    case 'upload':
      return [`await ${target}.setInputFiles(${text(input ?? '')})`]
    case 'download':
      return [
        `const [download] = await Promise.all([page.waitForEvent('download'), ${target}.click()])`,
        `await download.saveAs(${text(input ?? '')})`,
      ]
    default:
      return []
  }
}

function text(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", `\\'`).replaceAll('\n', '\\n')}'`
}
