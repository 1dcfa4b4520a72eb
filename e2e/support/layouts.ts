import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { KeptLayout } from '@countersign/protocol'

/** Waits until the server has the layout: a change is kept a moment after it is made. The layout used last comes first. */
export async function layoutKept(
  page: Page,
  folder: string,
  fits: (last: KeptLayout) => boolean,
): Promise<void> {
  await expect
    .poll(async () => {
      const answer = await page.evaluate(
        async (path) => (await fetch(path)).text(),
        `/api/layouts?folder=${encodeURIComponent(folder)}`,
      )
      const { layouts } = JSON.parse(answer) as { readonly layouts: readonly KeptLayout[] } // our own route
      return layouts[0] !== undefined && fits(layouts[0])
    })
    .toBe(true)
}

/** The panes of each group of tabs, from the first to the last. */
export function groupsOf({ layout }: KeptLayout): readonly (readonly string[])[] {
  const groups: string[][] = []
  const walk = (node: LayoutNode): void => {
    if (node.type === 'tabset') groups.push((node.children ?? []).map(({ component }) => component ?? ''))
    else for (const child of node.children ?? []) walk(child)
  }
  walk(layout['layout'] as LayoutNode) // as the library writes it
  return groups
}

interface LayoutNode {
  readonly type: string
  readonly component?: string
  readonly children?: readonly LayoutNode[]
}
