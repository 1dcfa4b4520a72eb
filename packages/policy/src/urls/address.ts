/** An address as numbers: four bytes, or eight groups of sixteen bits. */
export interface Address {
  readonly version: 4 | 6
  readonly parts: readonly number[]
}

/**
 * Parses an address as DNS or the URL parser writes it: `10.0.0.1`, `::1`, `[::1]`, `fe80::1%eth0`, `::ffff:10.0.0.1`. Odd spellings of
 * IPv4 (`0x7f.1`) are left to the URL parser and are not addresses here.
 */
export function parseAddress(text: string): Address | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  const version = bare.includes(':') ? 6 : 4
  const parts = version === 6 ? readAllGroups(bare.replace(/%.*$/s, '')) : readBytes(bare)
  return parts === undefined ? undefined : { version, parts }
}

function readBytes(text: string): readonly number[] | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined
  return parts.map(Number)
}

function readAllGroups(text: string): readonly number[] | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head = '', tail] = halves
  const before = readGroups(head)
  const after = tail === undefined ? [] : readGroups(tail)
  if (before === undefined || after === undefined) return undefined
  const missing = 8 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  return [...before, ...Array.from({ length: missing }, () => 0), ...after]
}

/** Groups between colons; the last may be an IPv4 address. */
function readGroups(text: string): readonly number[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const last = parts.at(-1) ?? ''
  const bytes = last.includes('.') ? readBytes(last) : []
  if (bytes === undefined) return undefined
  const plain = last.includes('.') ? parts.slice(0, -1) : parts
  if (!plain.every((part) => /^[0-9a-f]{1,4}$/i.test(part))) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const embedded = bytes.length === 4 ? [a * 256 + b, c * 256 + d] : []
  return [...plain.map((part) => Number.parseInt(part, 16)), ...embedded]
}

/** The IPv4 address that an IPv6 address carries (mapped, compatible, NAT64, 6to4), or undefined. */
export function embeddedV4({ version, parts }: Address): Address | undefined {
  const form = CARRIERS.find(({ prefix }) => prefix.every((group, index) => parts[index] === group))
  if (version === 4 || form === undefined) return undefined
  const groups = parts.slice(form.at, form.at + 2)
  return { version: 4, parts: groups.flatMap((group) => [group >> 8, group & 0xff]) }
}

/** Where other address families embed an IPv4 address: ::ffff:0:0/96, ::ffff:0:0:0/96, ::/96, 64:ff9b::/96, 2002::/16. */
const CARRIERS: readonly { readonly prefix: readonly number[]; readonly at: number }[] = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  { prefix: [0, 0, 0, 0, 0, 0], at: 6 },
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  { prefix: [0x2002], at: 1 },
]

/** All addresses that this one represents, in one spelling each: itself, and the embedded IPv4 address. */
export function addressKeys(address: Address): readonly string[] {
  const inside = embeddedV4(address)
  return [address, ...(inside === undefined ? [] : [inside])].map(
    ({ version, parts }) => `${version}:${parts.join(':')}`,
  )
}
