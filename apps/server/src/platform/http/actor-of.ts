import type { Caller } from '../../auth/door.ts'
import type { Actor } from '../actor.ts'

/** The actor for a caller: the only place that decides it. */
export function actorOf(caller: Caller): Actor {
  const person = { user: caller.user, role: 'owner' } as const
  switch (caller.kind) {
    case 'page':
      return { ...person, via: 'page', session: caller.session.id }
    case 'host':
      return { ...person, via: 'host' }
    case 'token':
      return { ...person, via: caller.terminal ? 'terminal' : 'program' }
  }
}
