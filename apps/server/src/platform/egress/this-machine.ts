import { isIP, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * True for every spelling of an address of this machine: both loopbacks, the addresses of its network interfaces, the unspecified address,
 * IPv4 addresses inside IPv6 ones, and the names that always mean loopback. Other names must be resolved first.
 */
export function isThisMachine(host: string): boolean {
  const bare = plainHost(host)
  if (isIP(bare) === 0) return bare === 'localhost' || bare.endsWith('.localhost')
  const address = carriedIPv4(bare) ?? bare
  // The whole of 127/8 is loopback, and 0/8 leads to it on common systems.
  if (/^(?:127|0)\./.test(address) || address === '::1' || address === '::') return true
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some((own) => plainHost(own.address) === address)
}

/** A host in one spelling: lower case, without brackets, zone or trailing dot, short and octal forms of addresses expanded. */
export function plainHost(host: string): string {
  const bare = host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/%.*$/, '')
    .replace(/\.$/, '')
  const url = URL.parse(`http://${isIPv6(bare) ? `[${bare}]` : bare}/`)
  return (url?.hostname ?? bare.toLowerCase()).replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/**
 * The IPv4 address embedded in an IPv6 address: mapped (`::ffff:…`), compatible (`::…`), translated (`64:ff9b::…`) or tunnelled (`2002:…`).
 * If the network delivers it, it arrives at that IPv4 address.
 */
function carriedIPv4(address: string): string | undefined {
  if (!isIPv6(address) || address === '::' || address === '::1') return undefined
  const groups = groupsOf(address)
  const [first, second] = groups
  if (first === 0x2002) return fourOf(groups.slice(1, 3))
  const head = groups.slice(0, 6)
  const isCompatible = head.every((group) => group === 0)
  const isMapped = head.slice(0, 5).every((group) => group === 0) && head[5] === 0xffff
  const isTranslated = first === 0x64 && second === 0xff9b
  return isCompatible || isMapped || isTranslated ? fourOf(groups.slice(6)) : undefined
}

/** The eight groups of an IPv6 address in its plain spelling. */
function groupsOf(address: string): readonly number[] {
  const [before = '', after] = address.split('::')
  const parse = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [head, tail] = [parse(before), parse(after ?? '')]
  const gap = after === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...Array.from({ length: gap }, () => 0), ...tail]
}

function fourOf([high = 0, low = 0]: readonly number[]): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}
