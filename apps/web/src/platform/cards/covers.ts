import { chatRule } from '@countersign/protocol'
import type { OfferView } from '@countersign/protocol'

/** The noun for everything that a rule for a whole tool allows. A `files.write` rule covers edits too. */
const ALL_OF: ReadonlyMap<string, string> = new Map([
  ['files.edit', 'all edits'],
  ['files.write', 'all writes and edits'],
  ['files.create', 'all new files and folders'],
  ['files.rename', 'all renames'],
  ['files.delete', 'all deletions'],
  ['files.read', 'all reads'],
  ['files.list', 'all listings'],
  ['files.search', 'all searches'],
  ['web.fetch', 'all pages'],
  ['web_search', 'all web searches'],
  ['terminal.exec', 'all commands'],
])

/** The scope of *Allow for this chat*: everything that this tool does there, or does on this site. */
export function chatCovers(tool: string, offers: readonly OfferView[] = []): string {
  return chatRule(tool, offers)?.covers || (ALL_OF.get(tool) ?? `every call of ${tool}`)
}

/** The scope of a rule as a short label: `all edits`, `npm test *`, `files.write /src/**`. */
export function ruleCovers(rule: string): string {
  const found = /^([^()\s]+)\((.*)\)$/s.exec(rule.trim())
  if (found === null) return chatCovers(rule.trim())
  const [, tool = '', pattern = ''] = found
  return tool === 'terminal.exec' ? pattern : `${tool} ${pattern}`
}
