import type { PolicyCall, Specifier } from '../model/call.ts'
import type { PlacedRule } from '../model/rule.ts'
import { domainsOf } from './domains.ts'
import type { Unreadable } from '../model/part.ts'
import { rowOf, type Fit, type Refusal, type Subject } from '../model/subject.ts'
import { parseAddress } from './address.ts'
import { coversUrl, couldMeanUrl, spellsHost, type PathView } from './match.ts'
import { isPrivateAddress, isPrivateHost } from './private.ts'
import { defaultPort, readUrl, type ParsedUrl, type UrlReading } from './reading.ts'
import { urlPatternOf } from './rule-pattern.ts'

/** The subjects of a call whose specifier is a URL: one for each form of its path, and of each further address. */
export function urlSubjects(
  call: PolicyCall,
  { url, resolvedAddress, also = [] }: Extract<Specifier, { readonly kind: 'url' }>,
): readonly Subject[] {
  const first = formsOf(call, url, resolvedAddress)
  if (also.length === 0) return first
  const further = also.flatMap(({ url: next, builtin: name }) =>
    formsOf(call, next, undefined).map((subject) =>
      name === undefined ? subject : { ...subject, builtins: [{ name, target: next }] },
    ),
  )
  return [...first, ...further]
}

function formsOf(call: PolicyCall, text: string, address: string | undefined): readonly Subject[] {
  const reading = readUrl(text)
  const { url } = reading
  if (url === undefined) return [unparsed(reading, call)]
  const views: readonly PathView[] = url.decodedPath === url.path ? ['parsed'] : ['parsed', 'decoded']
  return views.map((view) => subjectOf({ reading, url, address, view }, call))
}

/** A text that is not a URL: only rules for every use can match it. */
function unparsed(reading: UrlReading, call: PolicyCall): Subject {
  const { unreadable } = reading
  return {
    label: reading.text,
    tools: toolsOf(call),
    row: rowOf(call.tool),
    unreadable: unreadable ?? { reason: 'this is not a URL', position: 0 },
    may: (rule) => (urlPatternOf(rule.rule)?.kind === 'every' ? 'hit' : 'no'),
    must: () => false,
  }
}

interface Form {
  readonly reading: UrlReading
  readonly url: ParsedUrl
  readonly address: string | undefined
  readonly view: PathView
}

function subjectOf(form: Form, call: PolicyCall): Subject {
  const refusal = refusalOf(form)
  const unreadable = form.reading.unreadable ?? unreadableAddress(form.address)
  return {
    label: form.reading.text,
    tools: toolsOf(call),
    row: rowOf(call.tool),
    keys: { hosts: domainsOf(form.url.host) },
    unreadable,
    refusal,
    may: (rule) => mayMatch(rule, form),
    must: (rule) => mustMatch(rule, form, refusal),
  }
}

function toolsOf({ tool }: PolicyCall): Subject['tools'] {
  return { may: [tool.name], must: [tool.name] }
}

function refusalOf({ url, address }: Form): Refusal | undefined {
  if (defaultPort(url.scheme) === undefined) return { because: 'scheme', scheme: url.scheme }
  const answer = address === undefined ? undefined : parseAddress(address)
  const isPrivate = isPrivateHost(url.host) || (answer !== undefined && isPrivateAddress(answer))
  return isPrivate ? { because: 'private-host', host: url.host } : undefined
}

/** A DNS answer that is not an address does not say where the call would go. */
function unreadableAddress(address: string | undefined): Unreadable | undefined {
  if (address === undefined || parseAddress(address) !== undefined) return undefined
  return { reason: 'the address of the host is not known', position: 0 }
}

function mayMatch(rule: PlacedRule, { url, address }: Form): Fit {
  const pattern = urlPatternOf(rule.rule)
  // An invalid pattern could be meant for this URL.
  if (pattern === undefined) return 'possible'
  return couldMeanUrl(pattern, url, address) ? 'hit' : 'no'
}

function mustMatch(rule: PlacedRule, { url, view }: Form, refusal: Refusal | undefined): boolean {
  const pattern = urlPatternOf(rule.rule)
  if (pattern === undefined || refusal?.because === 'scheme') return false
  if (refusal?.because === 'private-host' && !spellsHost(pattern, url)) return false
  return coversUrl(pattern, url, view)
}
