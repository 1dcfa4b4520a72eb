import { crc32 } from 'node:zlib'

/** One message of Amazon's binary event stream: lengths, checksum, headers, JSON (a text is taken as it is), checksum. */
export function eventStreamMessage(
  kind: 'event' | 'exception',
  type: string,
  value: object | string,
): Buffer {
  const headers = Buffer.concat([
    header(`:${kind}-type`, type),
    header(':content-type', 'application/json'),
    header(':message-type', kind),
  ])
  const body = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
  const prelude = Buffer.alloc(8)
  prelude.writeUInt32BE(headers.length + body.length + 16, 0)
  prelude.writeUInt32BE(headers.length, 4)
  const message = Buffer.concat([prelude, checksum(prelude), headers, body])
  return Buffer.concat([message, checksum(message)])
}

/** The kind of a header's value that is a text. */
const TEXT = 7

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(value))
  return Buffer.concat([
    Buffer.of(Buffer.byteLength(name)),
    Buffer.from(name),
    Buffer.of(TEXT),
    length,
    Buffer.from(value),
  ])
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}
