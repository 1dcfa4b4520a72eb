import { openEgress, type Egress } from './egress.ts'
import { knownServers } from './own-servers.ts'

/** Egress for a command that is not a server: refuses the servers of its data folder and the person's other servers. */
export function egressOf(home: string): Egress {
  return openEgress({ own: knownServers(home) })
}
