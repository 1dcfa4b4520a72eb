import type { OfferView } from './calls.ts'

/** Tools whose yes for a chat is one for the site, not for every call: the web is too large for that. */
const BY_SITE: ReadonlySet<string> = new Set(['browser'])

/**
 * The rule that *Allow for this chat* keeps when the person names none: the whole tool, or for a tool that goes to sites the offered rule for
 * this site. Where a shipped question such as `@submit` asks, it is the exception for this address alone.
 */
export function chatRule(tool: string, offers: readonly OfferView[]): OfferView {
  const site = BY_SITE.has(tool) ? (offers.find(({ scope }) => scope === 'host') ?? offers[0]) : undefined
  return site ?? { rule: tool, covers: '', still_asks: [] }
}
