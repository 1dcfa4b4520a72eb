import { allowedHosts } from '../../sandbox/allowed-hosts.ts'
import type { Feature } from '../../platform/feature.ts'
import { workspaceSnapshots } from '../../checkpoints/workspace-snapshots.ts'
import { runningCommands } from './running-commands.ts'
import { terminalSessions } from './sessions.ts'
import { personsShell, shellEnvironment } from './shell-environment.ts'
import { personShells } from './shells.ts'
import { terminalRoutesOf } from './terminal-routes.ts'
import { terminalSocket } from './terminal-socket.ts'
import { terminalTools } from './terminal-tools.ts'
import { allTerminals } from './terminals.ts'

/** Milliseconds between checks for terminals that nobody watches. */
const LOOK_EVERY = 60_000

/** Commands and the terminals that they run in; terminals of people. */
export const terminal: Feature = {
  name: 'terminal',
  start(host) {
    const newId = (kind: string) => `${kind}_${host.chance.id().slice(0, 12)}`
    const sessions = terminalSessions(() => newId('term'))
    const commands = runningCommands(() => newId('run'))
    const shells = personShells({
      clock: host.clock,
      ptys: host.personPtys,
      shell: () => personsShell(process.env),
      environment: () => shellEnvironment(process.env),
      note: (user, kind, data) => host.store.audit.note(user, kind, data),
      failed: host.failed,
    })
    const terminals = allTerminals({ shells, sessions, commands })
    const tools = terminalTools(
      {
        process: { reaper: host.reaper },
        sessions,
        commands,
        sandbox: host.sandbox,
        hostsOf: async (threadId) => allowedHosts(await host.policy.snapshot(threadId)),
        newMarker: () => host.chance.id().slice(0, 12),
        checkpoints: host.checkpoints,
        snapshots: workspaceSnapshots(host.checkpoints, host.clock),
        later: host.laterFiles.guard,
        leftRunning: host.leftRunning,
      },
      shells,
    )
    return {
      tools: () => tools,
      routes: terminalRoutesOf(host, { shells, sessions, terminals }),
      sockets: [terminalSocket(host, terminals)],
      jobs: [
        {
          name: 'ending terminals that nobody looks at',
          every: LOOK_EVERY,
          run: () => shells.endUnseen(),
        },
      ],
      stopped(turns) {
        if (turns !== 'any') for (const turnId of turns) sessions.stopTurn(turnId)
      },
      async close() {
        await shells.close()
        await sessions.close()
      },
    }
  },
}
