import type { ObservedFilter, ObservedPage, UserId } from '@countersign/protocol'
import { z } from 'zod'
import type { Host } from '../../platform/host.ts'
import { changeSetting, readSetting, setting } from '../../platform/setting.ts'
import { countCalls, observedPage, type Cursor } from './observed-calls.ts'

/** The moment from which on a person sees calls. */
export const START = setting({
  name: 'observability_start',
  scope: 'person',
  schema: z.number().int().nonnegative(),
  standard: 0,
  about: 'The time from which the observability pane lists calls.',
})

/** One person's view of the record of calls. */
export interface Observed {
  now(): number
  page(user: UserId, filter: ObservedFilter, before?: string): Promise<ObservedPage>
  /** Moves the start of the view; the rows stay. */
  clear(user: UserId): Promise<void>
}

export function observedOf({ clock, store }: Pick<Host, 'clock' | 'store'>): Observed {
  return {
    now: () => clock.now(),
    async page(user, filter, before) {
      const start = await readSetting(store.settings, START, user)
      const wish = { ...filter, user, start, now: clock.now() }
      const [{ calls, next }, counted] = await Promise.all([
        observedPage(store.db, wish, before === undefined ? undefined : readCursor(before)),
        countCalls(store.db, wish),
      ])
      return { calls, next: next === null ? null : `${next.at}.${next.number}`, start, ...counted }
    },
    clear: (user) => changeSetting(store.settings, START, { user, value: clock.now() }),
  }
}

function readCursor(text: string): Cursor {
  const [at = '0', number = '0'] = text.split('.')
  return { at: Number(at), number: Number(number) }
}
