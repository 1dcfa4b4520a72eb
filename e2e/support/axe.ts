import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds on the page, short enough to read in a failed test. WCAG 2.2 A and AA, and good practice. */
export async function findings(page: Page): Promise<readonly string[]> {
  const result = await new AxeBuilder({ page }).analyze()
  return result.violations.flatMap((violation) =>
    violation.nodes
      .filter((node) => !isExcused(violation.id, node.html))
      .map((node) => `${violation.id}: ${node.target.join(' ')}`),
  )
}

function isExcused(rule: string, html: string): boolean {
  switch (rule) {
    // The name of a line in the tree is the line; the card or the calls below it are its content and not its label, which
    // this rule cannot tell apart.
    case 'label-content-name-mismatch':
      return html.includes('role="treeitem"')
    // Around an open menu stand guards that pass the focus on at once; nobody ever stays on one.
    case 'aria-hidden-focus':
      return html.includes('data-base-ui-focus-guard')
    // An open menu stands in front of the page, not in a part of it, and has the focus.
    case 'region':
      return html.includes('role="menu"')
    default:
      return false
  }
}
