import type { NodeEffect } from '@countersign/protocol'
import { runTexts as texts } from '../run-texts.ts'

/** Describes an effect in a line: `writes out/*.pdf`. */
export function effectWords({ category, reach, specifiers, tool }: NodeEffect): string {
  if (tool === 'notify.person') return texts.notifies
  const what =
    reach === 'anything' ? texts.anySpecifier : specifiers.map((text) => shortOf(tool, text)).join(', ')
  return `${texts.does[category]} ${what}`
}

/** Shortens a URL to its host. */
function shortOf(tool: string, text: string): string {
  if (tool !== 'http.request' && tool !== 'web.fetch') return text
  return /^https?:\/\/([^/]+)/.exec(text)?.[1] ?? text
}
