import type { Policy } from '@countersign/policy'

/** Hosts that allow rules for `web.fetch` name by domain, including subdomains. */
export function allowedHosts({ index }: Pick<Policy, 'index'>): readonly string[] {
  const hosts = new Set<string>()
  index.findAny({ list: 'allow', tools: ['web.fetch'] }, ({ rule }) => {
    const host = /^web\.fetch\(domain:([a-z0-9.-]+)\)$/.exec(rule.text)?.[1]
    if (host !== undefined && host.includes('.')) hosts.add(host).add(`*.${host}`)
    return false
  })
  return [...hosts]
}
