import type { TurnId } from '@countersign/protocol'
import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Running } from '../../platform/feature.ts'
import type { Host } from '../../platform/host.ts'

/** Every function that the server calls to tell a feature something or to ask it, and a socket. The status shows which were called. */
export function callbacks({
  folder,
}: Pick<Host, 'folder'>): Pick<
  Required<Running>,
  'sockets' | 'connected' | 'stopped' | 'paused' | 'wake' | 'status' | 'brought' | 'close'
> {
  let pages = 0
  let pausedBy = 'nobody'
  let woken = false
  const ended = new Set<TurnId | 'any'>()
  const stamps = join(folder, 'note-stamps')
  return {
    /** A socket that answers each message in capitals. */
    sockets: [
      {
        path: '/ws/notes',
        needs: 'person',
        open: (socket) => ({
          received: (data) => socket.send(String(data).toUpperCase()),
          closed: () => undefined,
        }),
      },
    ],
    connected() {
      pages += 1
      return () => {
        pages -= 1
      }
    },
    stopped(turns) {
      for (const turn of turns === 'any' ? (['any'] as const) : turns) ended.add(turn)
    },
    async paused({ user }) {
      pausedBy = user
    },
    wake() {
      woken = true
    },
    status: async () => [
      {
        group: 'notes',
        name: 'notes',
        state: 'well',
        text: `${pages} pages, ${ended.size} turns stopped, paused by ${pausedBy}, ${woken ? 'woken' : 'asleep'}`,
      },
    ],
    async brought() {
      const isThere = await access(stamps).then(
        () => true,
        () => false,
      )
      const remove = () => rm(stamps, { recursive: true })
      return isThere ? [{ id: 'notes:stamps', name: 'Stamps for notes', path: stamps, remove }] : []
    },
    close: ({ user }) => writeFile(join(folder, 'notes.closed'), user),
  }
}
