import { defaultPort, readUrl, type ParsedUrl } from '../urls/reading.ts'
import { candidate } from './candidate.ts'
import type { Candidate } from './offer.ts'

/** Rules for a URL: itself, its siblings and everything below it, its host. */
export function urlCandidates(tool: string, text: string): readonly Candidate[] {
  const { url } = readUrl(text)
  if (url === undefined) return []
  const origin = `${url.scheme}://${url.host}${portOf(url)}`
  const query = url.query === '' ? '' : `?${url.query}`
  const folder = url.path.slice(0, url.path.lastIndexOf('/'))
  const host = `${url.host}${portOf(url)}`
  return [
    // A star in the URL would be a wildcard in the rule, so no rule can match only this URL.
    ...(`${url.path}${query}`.includes('*')
      ? []
      : candidate(`${tool}(${origin}${url.path}${query})`, 'exact', 'this URL alone')),
    ...(folder.includes('*') || folder === ''
      ? []
      : candidate(`${tool}(${origin}${folder}/**)`, 'tree', `every URL below ${origin}${folder}/`)),
    ...candidate(`${tool}(domain:${host})`, 'host', `every page of ${host} and the hosts below it`),
  ]
}

/** Exceptions to a built-in for an address: itself, without its query, and everything at its origin. */
export function addressExceptions(name: string, text: string): readonly Candidate[] {
  const { url } = readUrl(text)
  if (url === undefined) return []
  const origin = `${url.scheme}://${url.host}${portOf(url)}`
  return [
    ...(url.path.includes('*')
      ? []
      : candidate(`${name}(${origin}${url.path})`, 'exception', `this address alone, for ${name}`)),
    ...candidate(`${name}(${origin}/**)`, 'exception', `every address of ${origin}, for ${name}`),
  ]
}

function portOf({ scheme, port }: ParsedUrl): string {
  return port === undefined || port === defaultPort(scheme) ? '' : `:${port}`
}
