import type { OfferView } from '@countersign/protocol'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, configure, fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { ClockContext } from '../../../data/context.ts'
import type { Answer } from '../../../data/view.ts'
import { FEATURES } from '../../../features.ts'
import { idle } from '../../../gallery/CardsPage.tsx'
import { aCall, aCard, GALLERY_NOW } from '../../../gallery/fixtures.ts'
import { ApprovalCard } from '../../../platform/cards/ApprovalCard.tsx'
import { FeaturesContext } from '../../../platform/features-context.ts'

/** Cards of workflows: the effects of a run with its three answers, and questions with a form. */

configure({ asyncUtilTimeout: 30_000 })
beforeAll(async () => {
  await import('../card-views.ts')
})

type Body = Parameters<typeof aCall>[1]

const RUN: Body = {
  kind: 'workflows.graph',
  entries: [],
  data: {
    workflow_id: 'wf_1',
    name: 'Daily report',
    hash: 'ab'.repeat(32),
    inputs: { file: 'today.md' },
    manifest: {
      effects: [
        {
          node: 'save',
          title: 'Save',
          tool: 'files.write',
          category: 'write',
          destructive: 'no',
          reach: 'bounds',
          specifiers: ['reports/*.md'],
          outside: ['model'],
          flows: [],
          repeats: false,
          again: true,
          secrets: [],
          model: null,
        },
      ],
      missing_secrets: [],
    },
    from_node: null,
    grants: ['run', 'version'],
  },
}

const QUESTION: Body = {
  kind: 'workflows.question',
  entries: [],
  data: {
    question: 'Which month?',
    schema: {
      type: 'object',
      properties: { month: { type: 'string' } },
      required: ['month'],
    },
    may_edit: true,
  },
}

/** Renders a card and returns the answers given. */
async function drawn(body: Body, offers: readonly OfferView[] = []): Promise<Answer[]> {
  const answers: Answer[] = []
  const view = aCard(
    aCall('run', body, { tool: 'run_workflow', title: 'Run Daily report', specifier: 'wf_1' }),
    { approval: { offers: [...offers] } },
  )
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await act(async () => {
    render(
      <ClockContext value={{ now: () => GALLERY_NOW }}>
        <QueryClientProvider client={new QueryClient()}>
          <FeaturesContext value={FEATURES}>
            <ApprovalCard view={view} actions={{ ...idle, answer: (answer) => answers.push(answer) }} />
          </FeaturesContext>
        </QueryClientProvider>
      </ClockContext>,
    )
  })
  await act(async () => vi.advanceTimersByTimeAsync(3000))
  vi.useRealTimers()
  return answers
}

test('a run shows what it may do, and its grants go along with one yes', async () => {
  const answers = await drawn(RUN)
  expect(await screen.findByText('reports/*.md')).toBeTruthy()
  expect(screen.getByText('text from outside decides it: model')).toBeTruthy()
  expect(screen.getByText('is retried even though it may happen twice')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Allow once/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Start and allow what is shown/ }))
  expect(answers).toMatchObject([{ decision: 'allow_once', grant: 'run' }])
})

const VERSION_RULE = `run_workflow(wf_1@${'ab'.repeat(32)})`
const OFFERS: readonly OfferView[] = [
  { rule: VERSION_RULE, covers: 'exactly this text', still_asks: [], scope: 'exact' },
  { rule: 'run_workflow', covers: 'every use of run_workflow', still_asks: [], scope: 'tool' },
]

test('for this chat, a rule on the version is kept, never one for every workflow', async () => {
  const answers = await drawn(RUN, OFFERS)
  fireEvent.click(await screen.findByRole('button', { name: /^Allow for this chat/ }))
  expect(answers).toMatchObject([{ decision: 'allow_chat', rule: VERSION_RULE }])
  expect(answers[0]?.grant).toBeUndefined()
})

test('without an offered rule for the version there is no answer for the chat, by its key neither', async () => {
  const answers = await drawn(RUN, OFFERS.slice(1))
  expect(await screen.findByRole('button', { name: /^Start and allow what is shown/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Allow for this chat/ })).toBeNull()
  fireEvent.keyDown(screen.getByRole('article'), { key: 'c' })
  expect(answers).toEqual([])
})

test('a whole version is allowed by a second press', async () => {
  const answers = await drawn(RUN)
  fireEvent.click(await screen.findByRole('button', { name: /^Allow this version/ }))
  expect(answers).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: /^Yes, for every run of this version/ }))
  expect(answers).toMatchObject([{ decision: 'allow_once', grant: 'version' }])
})

test('a question is answered by its form', async () => {
  const answers = await drawn(QUESTION)
  const button = await screen.findByRole('button', { name: /^Answer/ })
  expect(button).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByRole('textbox', { name: 'month' }), { target: { value: 'May' } })
  fireEvent.click(screen.getByRole('button', { name: /^Answer/ }))
  expect(answers).toMatchObject([{ decision: 'allow_once', answer: { month: 'May' } }])
})
