import { Inbox } from 'lucide-react'
import { allQuestions } from '../../data/selectors.ts'
import type { View } from '../../data/view.ts'
import { defineFeature } from '../../platform/feature.ts'
import { stepToCard } from './step-to-card.ts'
import { texts } from './texts.ts'
import { WaitingButton } from './WaitingButton.tsx'
import { WaitingPage } from './WaitingPage.tsx'
import { lazy } from '../../ui/lazy.ts'

const AnsweredPage = lazy(async () => ({ default: (await import('./AnsweredPage.tsx')).AnsweredPage }))

/** Everything that waits for this person, over all chats; a phone's home. */
export const approvals = defineFeature({
  name: 'approvals',
  routes: [
    {
      path: '/waiting',
      page: WaitingPage,
      title: (view) => (count(view) > 0 ? texts.waiting(count(view)) : texts.place),
      under: (view) => (count(view) > 0 ? '/chats' : null),
      // The footer of the page belongs to the answers of the open card.
      foot: (view) => count(view) === 0,
      nav: {
        label: texts.place,
        icon: Inbox,
        in: ['foot', 'palette'],
        count,
        counted: texts.waiting,
        skip: texts.skip,
        hint: 'waiting',
      },
    },
    { path: '/answered', page: AnsweredPage, title: () => texts.answered, under: () => '/waiting' },
  ],
  commands: [
    {
      id: 'next',
      title: texts.nextCard,
      urgent: true,
      key: { chord: 'F8', does: texts.keys.next, sequence: ['g', 'w'] },
      when: ({ view }) => count(view) > 0,
      run: (context) => stepToCard(1, context),
    },
    {
      id: 'previous',
      key: { chord: 'Shift+F8', does: texts.keys.previous },
      run: (context) => stepToCard(-1, context),
    },
    {
      id: 'undo',
      key: { chord: 'z', does: texts.keys.undo, onCards: true },
      run: ({ app }) => {
        app.client.takeBackLast()
      },
    },
  ],
  panes: [{ type: 'waiting', title: texts.place, icon: Inbox, place: 'below', pane: WaitingPage }],
  parts: [{ at: 'end', part: WaitingButton }],
  home: ({ narrow }) => (narrow ? { path: '/waiting' } : 'pass'),
})

function count(view: View): number {
  return allQuestions(view).length
}
