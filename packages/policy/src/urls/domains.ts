import { parseAddress } from './address.ts'

/** A host and the domains that contain it. */
export function domainsOf(host: string): readonly string[] {
  if (parseAddress(host) !== undefined) return []
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}
