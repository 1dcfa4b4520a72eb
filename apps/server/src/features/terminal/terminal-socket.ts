import type { Clock } from '@countersign/agent'
import { TERMINAL_SOCKET, TerminalAsked, ThreadId } from '@countersign/protocol'
import type { ByteSocket, SocketCall, SocketEnd, SocketRoute } from '../../platform/byte-socket.ts'
import { Refused } from '../../platform/route.ts'
import type { Viewer } from './screen.ts'
import { terminalPlace, type TerminalHost } from './terminal-routes.ts'
import type { OpenTerminal, Terminals } from './terminals.ts'

/** Milliseconds for which a caller who was just verified as a person may continue typing. */
const TRUSTED_FOR = 1000

const NOTHING: SocketEnd = { received: () => undefined, closed: () => undefined }

/** One page watches one terminal, and types into it. */
export function terminalSocket(host: TerminalHost, terminals: Terminals): SocketRoute {
  return {
    path: TERMINAL_SOCKET,
    needs: 'person',
    async open(socket, call) {
      const { terminal = '', thread } = call.query
      const threadId = thread === undefined ? undefined : ThreadId.safeParse(thread).data
      const place = await terminalPlace(host, call.actor.user, threadId)
      const found = place instanceof Refused ? undefined : terminals.find(place, terminal)
      if (found === undefined) {
        socket.close(4404, 'there is no such terminal')
        return NOTHING
      }
      return watch(found, socket, stillAPerson(call, host.clock))
    },
  }
}

function watch(terminal: OpenTerminal, socket: ByteSocket, person: () => Promise<boolean>): SocketEnd {
  const { screen } = terminal
  const viewer: Viewer = {
    send: (bytes) => socket.send(bytes),
    say: (message) => socket.send(JSON.stringify(message)),
  }
  const look = screen.look(viewer)
  /** Typed text stays in order, even while the caller is being verified. */
  let typed = Promise.resolve()
  const act = (run: () => void) => {
    typed = typed.then(async () => {
      if (await person()) run()
      else socket.close(1008, 'only a person can type here')
    })
    typed.catch(() => socket.close(1011, 'this could not be done'))
  }
  return {
    received(data) {
      if (typeof data !== 'string') {
        if (terminal.type !== undefined) act(() => terminal.type?.(data))
        return
      }
      const asked = readAsked(data)
      if (asked === undefined) socket.close(1003, 'not a terminal message')
      else if (asked.type === 'drawn') look.drawn(asked.bytes)
      else if (terminal.resize !== undefined)
        act(() => {
          terminal.resize?.(asked)
          screen.resize(asked, viewer)
        })
    },
    closed: () => look.leave(),
  }
}

/** Verifies again after a moment: a session may have been revoked, and a connection can be passed on. */
function stillAPerson(call: SocketCall, clock: Clock): () => Promise<boolean> {
  let until = 0
  return async () => {
    if (clock.now() < until) return true
    const problem = await call.personProblem('type into a terminal')
    if (problem !== undefined) return false
    until = clock.now() + TRUSTED_FOR
    return true
  }
}

function readAsked(text: string): TerminalAsked | undefined {
  try {
    return TerminalAsked.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
