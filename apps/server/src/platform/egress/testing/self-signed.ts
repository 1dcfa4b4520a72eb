import { createHash, generateKeyPairSync, sign } from 'node:crypto'

/** A key with a certificate that nobody signed, for servers of tests that speak TLS. */
export interface SelfSigned {
  readonly key: string
  readonly cert: string
  /** The hash of the public key, with which a browser is told to accept it. */
  readonly pin: string
}

const DAY = 24 * 3_600_000

export function selfSigned(): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('example.com')))))
  const valid = sequence(time(Date.now() - DAY), time(Date.now() + 30 * DAY))
  const body = sequence(der(0x02, Buffer.from([1])), ECDSA_SHA256, name, valid, name, spki)
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const bytes = sequence(body, ECDSA_SHA256, signature)
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`,
    pin: createHash('sha256').update(spki).digest('base64'),
  }
}

/** One value in the binary form of certificates: a tag, a length, the content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts)
}

function time(at: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(at).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))
}

const COMMON_NAME = der(0x06, Buffer.from([0x55, 0x04, 0x03]))
const ECDSA_SHA256 = sequence(der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])))
