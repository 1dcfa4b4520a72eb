import { lookup } from 'node:dns/promises'

/** Addresses of a host according to this machine, including `/etc/hosts`. */
export async function systemResolver(host: string, signal: AbortSignal): Promise<readonly string[]> {
  signal.throwIfAborted()
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}
