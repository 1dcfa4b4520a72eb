import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The findings of axe on the page, short enough to read in a failed test. WCAG 2.2 A and AA, and best practices. */
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
    // The name of a tree row is its line; the card or the calls below are its content and not its label, but this rule cannot distinguish
    // them.
    case 'label-content-name-mismatch':
      return html.includes('role="treeitem"')
    // An open menu is surrounded by focus guards that pass the focus on at once, so it never stays on one.
    case 'aria-hidden-focus':
      return html.includes('data-base-ui-focus-guard')
    // An open menu is in front of the page rather than in a landmark, and has the focus.
    case 'region':
      return html.includes('role="menu"')
    default:
      return false
  }
}
