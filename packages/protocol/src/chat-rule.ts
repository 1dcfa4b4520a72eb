import type { OfferView } from './calls.ts'

/** Tools whose yes for a chat is one for the site, not for every call: the web is too large for that. */
const BY_SITE: ReadonlySet<string> = new Set(['browser'])

/** Tools for which a yes for the chat covers exactly this call: it names one version of a workflow, and another version is something else. */
const BY_CALL: ReadonlySet<string> = new Set(['run_workflow'])

/**
 * The rule that *Allow for this chat* keeps when the person names none: the whole tool, or for a tool that goes to sites the offered rule for
 * this site, or for a workflow the offered rule for this version. Where a shipped question such as `@submit` asks, it is the exception for
 * this address alone. Undefined: no such rule is offered.
 */
export function chatRule(tool: string, offers: readonly OfferView[]): OfferView | undefined {
  if (BY_CALL.has(tool)) return offers.find(({ scope }) => scope === 'exact')
  const site = BY_SITE.has(tool) ? (offers.find(({ scope }) => scope === 'host') ?? offers[0]) : undefined
  return site ?? { rule: tool, covers: '', still_asks: [] }
}
