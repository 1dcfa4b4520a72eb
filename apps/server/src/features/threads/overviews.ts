import type { UserId } from '@countersign/protocol'
import type { ListChange } from '../../turns/outbox.ts'
import { openOverview, type OverviewParts } from './overview.ts'

/** Everybody's lists. Changes are read and serialised once for all clients of a person. */
export interface Overviews {
  /** A client gets the complete lists, then changes. Returns a function that leaves. */
  join(user: UserId, send: (text: string) => void): () => void
  changed(user: UserId, change: ListChange): void
}

/** Screens of a person up to which every change goes out at once, and the milliseconds over which it is gathered for more. */
const FEW = 20
const EACH = 0.2
const LONGEST = 250

/** How long changes are gathered for so many screens: each message is sent once to every one of them. */
export function gatherTime(screens: number): number {
  return screens <= FEW ? 0 : Math.min(LONGEST, screens * EACH)
}

export function openOverviews(parts: Pick<OverviewParts, 'threads' | 'approvals' | 'failed'>): Overviews {
  const boards = new Map<UserId, Board>()

  function boardOf(user: UserId): Board {
    const known = boards.get(user)
    if (known !== undefined) return known
    const members = new Set<Member>()
    const overview = openOverview({
      ...parts,
      user,
      pause: () => gatherTime(members.size),
      send(message) {
        const text = JSON.stringify(message)
        for (const member of members) member.hear(text)
      },
    })
    const board = { members, overview }
    boards.set(user, board)
    return board
  }

  return {
    join(user, tell) {
      const { members, overview } = boardOf(user)
      let left = false
      const send = (text: string) => {
        if (!left) tell(text)
      }
      // Changes that arrive while the complete list is being sent follow it.
      let held: string[] | undefined = []
      const member: Member = {
        hear(text) {
          if (held === undefined) send(text)
          else held.push(text)
        },
      }
      // Before the complete list is read, so that later changes are received.
      members.add(member)
      const whole = openOverview({
        ...parts,
        user,
        send: (message) => send(JSON.stringify(message)),
        idle() {
          for (const text of held ?? []) send(text)
          held = undefined
        },
      })
      whole.changed({ calls: 'any', threads: 'any' })
      return () => {
        left = true
        members.delete(member)
        whole.close()
        if (members.size > 0) return
        overview.close()
        boards.delete(user)
      }
    },
    changed(user, change) {
      boards.get(user)?.overview.changed(change)
    },
  }
}

interface Member {
  hear(text: string): void
}

interface Board {
  readonly members: Set<Member>
  readonly overview: ReturnType<typeof openOverview>
}
