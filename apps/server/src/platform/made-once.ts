import type { UserId } from '@countersign/protocol'

/** Makes something once for each person: tools are the same in every turn, and describing them takes its time. */
export function madeOnce<T>(make: (user: UserId) => T): (user: UserId) => T {
  const made = new Map<UserId, T>()
  return (user) => {
    const known = made.get(user)
    if (known !== undefined) return known
    const fresh = make(user)
    made.set(user, fresh)
    return fresh
  }
}
