import { lazy } from '../lazy.ts'
import { embeddedV4, parseAddress, type Address } from './address.ts'

/** Networks that are not the public internet, as addresses with their prefix lengths. */
const PRIVATE = lazy(() =>
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.168.0.0/16
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  ::/128 ::1/128 fc00::/7 fe80::/10 fec0::/10 ff00::/8 100::/64 2001::/32 2001:db8::/32 64:ff9b:1::/48`
    .split(/\s+/)
    .flatMap((text) => {
      const [network = '', bits] = text.split('/')
      const address = parseAddress(network)
      return address === undefined ? [] : [{ ...address, bits: Number(bits) }]
    }),
)

/** Names that never resolve to a public host, whatever DNS says, with everything below them. */
const PRIVATE_NAMES: readonly (readonly string[])[] = [
  ['localhost'],
  ['local'],
  ['internal'],
  ['home', 'arpa'],
]

/** Whether the host (as the URL parser writes it, without a trailing dot) is not public. */
export function isPrivateHost(host: string): boolean {
  const address = parseAddress(host)
  return address === undefined ? isPrivateName(host) : isPrivateAddress(address)
}

function isPrivateName(host: string): boolean {
  const labels = host.toLowerCase().split('.')
  return labels.length === 1 || PRIVATE_NAMES.some((ending) => endsWith(labels, ending))
}

function endsWith(labels: readonly string[], ending: readonly string[]): boolean {
  return (
    labels.length >= ending.length &&
    ending.every((label, index) => labels.at(index - ending.length) === label)
  )
}

export function isPrivateAddress(address: Address): boolean {
  if (PRIVATE().some((network) => inNetwork(address, network))) return true
  const inside = embeddedV4(address)
  return inside !== undefined && isPrivateAddress(inside)
}

interface Network extends Address {
  readonly bits: number
}

function inNetwork({ version, parts }: Address, network: Network): boolean {
  const width = version === 4 ? 8 : 16
  let { bits } = network
  if (version !== network.version) return false
  for (const [index, part] of network.parts.entries()) {
    if (bits <= 0) return true
    const shift = Math.max(width - bits, 0)
    if (part >> shift !== (parts[index] ?? 0) >> shift) return false
    bits -= width
  }
  return true
}
