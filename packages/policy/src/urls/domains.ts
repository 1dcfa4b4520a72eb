import { parseAddress } from './address.ts'

/** A host and the domains that it is below. */
export function domainsOf(host: string): readonly string[] {
  if (parseAddress(host) !== undefined) return []
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}
