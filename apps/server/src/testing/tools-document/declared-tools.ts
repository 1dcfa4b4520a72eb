import { turnTools, type ToolSketch } from '@countersign/agent'
import { localPerson } from '../../auth/local-person.ts'
import { FEATURES } from '../../features.ts'
import type { Host } from '../../platform/host.ts'
import { testServer } from '../running-server.ts'

/** Every tool of a server with all its features and of the loop, as declared: none of them is run here. */
export async function declaredTools(): Promise<readonly ToolSketch[]> {
  const hosts: Host[] = []
  const probe = {
    name: 'probe',
    start: (host: Host) => {
      hosts.push(host)
      return {}
    },
  }
  const server = await testServer({}, { features: [...FEATURES, probe] })
  try {
    const [host] = hosts
    if (host === undefined) throw new Error('the probe was not started')
    // A person’s own tools are there once their memory is on.
    await server.request('/api/memory', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"enabled":true}',
    })
    const own = await host.forPerson(localPerson())
    return [...host.belt.all(), ...own.tools, ...turnTools()]
  } finally {
    await server.close()
  }
}
