import { lookup } from 'node:dns/promises'

/** Addresses of a host as this machine knows them, `/etc/hosts` included. */
export async function systemResolver(host: string, signal: AbortSignal): Promise<readonly string[]> {
  signal.throwIfAborted()
  const found = await lookup(host, { all: true })
  return found.map(({ address }) => address)
}
