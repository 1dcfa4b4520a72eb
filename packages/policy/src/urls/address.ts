/** An address as numbers: four bytes, or eight groups of sixteen bits. */
export type Address =
  | { readonly version: 4; readonly bytes: readonly number[] }
  | { readonly version: 6; readonly groups: readonly number[] }

/**
 * Reads an address as DNS or the URL parser writes it: `10.0.0.1`, `::1`, `[::1]`, `fe80::1%eth0`, `::ffff:10.0.0.1`.
 * Odd spellings of IPv4 (`0x7f.1`) are the URL parser's business and no address here.
 */
export function parseAddress(text: string): Address | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  const zone = bare.indexOf('%')
  return bare.includes(':') ? parseV6(zone === -1 ? bare : bare.slice(0, zone)) : parseV4(bare)
}

function parseV4(text: string): Address | undefined {
  const bytes = readBytes(text)
  return bytes === undefined ? undefined : { version: 4, bytes }
}

function readBytes(text: string): readonly number[] | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined
  return parts.map(Number)
}

function parseV6(text: string): Address | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head = '', tail] = halves
  const before = readGroups(head)
  const after = tail === undefined ? [] : readGroups(tail)
  if (before === undefined || after === undefined) return undefined
  const missing = 8 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  return { version: 6, groups: [...before, ...Array.from({ length: missing }, () => 0), ...after] }
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
export function embeddedV4({
  groups,
}: {
  readonly groups: readonly number[]
}): readonly number[] | undefined {
  const form = CARRIERS.find(({ prefix }) => prefix.every((group, index) => groups[index] === group))
  if (form === undefined) return undefined
  return groups.slice(form.at, form.at + 2).flatMap((group) => [group >> 8, group & 0xff])
}

/** Where other families put an IPv4 address: ::ffff:0:0/96, ::ffff:0:0:0/96, ::/96, 64:ff9b::/96, 2002::/16. */
const CARRIERS: readonly { readonly prefix: readonly number[]; readonly at: number }[] = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  { prefix: [0, 0, 0, 0, 0, 0], at: 6 },
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  { prefix: [0x2002], at: 1 },
]

/** One spelling for each address, for comparing: `4:10.0.0.1`, `6:0:0:…`. */
function addressKey(address: Address): string {
  return address.version === 4 ? `4:${address.bytes.join('.')}` : `6:${address.groups.join(':')}`
}

/** All addresses that this one stands for: itself, and the IPv4 address that it carries. */
export function addressKeys(address: Address): readonly string[] {
  const inside = address.version === 6 ? embeddedV4(address) : undefined
  const own = addressKey(address)
  return inside === undefined ? [own] : [own, addressKey({ version: 4, bytes: inside })]
}
