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

/**
 * The name of a line in the tree is the line; the card or the calls below it are its content and not its label, which
 * this rule cannot tell apart.
 */
function isExcused(rule: string, html: string): boolean {
  return rule === 'label-content-name-mismatch' && html.includes('role="treeitem"')
}
