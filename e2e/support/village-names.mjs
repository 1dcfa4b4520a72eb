// Preloaded into the server (`node --import`): names that end in `.example` resolve to a public address, and connections to that address go
// to the local test sites on loopback. So the server judges pages as if they were on the internet, and no traffic leaves the machine.
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const PUBLIC = '93.184.216.34'
const port = Number(process.env['E2E_VILLAGE_PORT'])

const lookup = dns.promises.lookup.bind(dns.promises)
dns.promises.lookup = async (host, options) => {
  if (!host.endsWith('.example')) return lookup(host, options)
  const found = { address: PUBLIC, family: 4 }
  return options?.all === true ? [found] : found
}

const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...given) {
  const options = Array.isArray(given[0]) ? given[0][0] : given[0]
  if (options?.host === PUBLIC) Object.assign(options, { host: '127.0.0.1', port, lookup: undefined })
  return connect.apply(this, given)
}
syncBuiltinESMExports()
