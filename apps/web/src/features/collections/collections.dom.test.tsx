import type { CitationView, CollectionView, DocumentView } from '@countersign/protocol'
import { act, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { scriptedApp, type ScriptedApp, type ScriptedState } from '../../testing/scripted-app.tsx'
import { aMessage } from '../../testing/views.ts'
import { citationAt, numbered } from './citations.ts'
import { markedPieces } from './marked-pieces.ts'

// Pages are fetched when they are opened, while other tests run.
configure({ asyncUtilTimeout: 30_000 })

let open: ScriptedApp | null = null
afterEach(() => {
  open?.stop()
  open = null
})

const COLLECTION: CollectionView = {
  id: 'col_a',
  name: 'Tax',
  description: '',
  documents: { queued: 0, reading: 1, indexing: 0, ready: 2, failed: 1, skipped: 0, gone: 0 },
  passages: 41,
  languages: ['english'],
  models: [],
  changed_at: 0,
}
const DOCUMENT: DocumentView = {
  id: 'doc_a',
  name: 'Annual accounts.pdf',
  folder: null,
  origin: 'yours',
  kind: 'PDF',
  bytes: 3_200_000,
  language: 'simple',
  parts: 0,
  parts_of: '',
  passages: 0,
  state: 'failed',
  reason: 'it needs a password',
  since: 0,
}

async function openPage(state: ScriptedState): Promise<ScriptedApp> {
  open = await scriptedApp({ thread: { messages: [aMessage('go')] }, ...state })
  render(open.page)
  await screen.findByRole('textbox', { name: 'Message' })
  return open
}

test('a collection shows its documents, what is in work, why one failed, and a retry', async () => {
  const api = {
    '/api/collections': { collections: [COLLECTION] },
    '/api/collections/col_a': { collection: COLLECTION, folders: [] },
    '/api/collections/col_a/documents': { documents: [DOCUMENT], more: false },
  }
  const app = await openPage({ api })
  fireEvent.click(await screen.findByRole('link', { name: 'Collections' }))
  expect(await screen.findByRole('heading', { name: 'Tax' })).toBeTruthy()
  expect(screen.getByText('1 in progress')).toBeTruthy()
  expect(screen.getByText('1 failed')).toBeTruthy()
  expect(await screen.findByText('it needs a password')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry Annual accounts.pdf' })).toBeTruthy()
  const followed = app.heard.flatMap((sent) => (sent.type === 'follow' ? [sent.topic] : []))
  expect(followed).toContain('collections:usr_ada')
  act(() => {
    app.say({
      type: 'topic_event',
      topic: 'collections:usr_ada',
      seq: 1,
      event: { type: 'document_changed', collection: 'col_a' },
    })
  })
  expect(await screen.findByRole('heading', { name: 'Tax' })).toBeTruthy()
})

function citation(id: string, at: number, state: CitationView['state']): CitationView {
  const known = state !== 'unknown'
  return {
    id,
    at,
    state,
    collection_id: known ? 'col_a' : null,
    document_id: known ? 'doc_a' : null,
    document: known ? 'docs/eu.md' : '',
    place: known ? 'line 18' : '',
  }
}

test('the same passage, cited twice, has the state of its own quote', () => {
  const text = 'It says “one” [p_a1] and “two” [p_a1].'
  const citations = [
    citation('p_a1', text.indexOf('p_a1'), 'quoted'),
    citation('p_a1', text.lastIndexOf('p_a1'), 'not_verbatim'),
  ]
  const at = (before: string) => citationAt(citations, { name: 'p_a1', before, text })?.state
  expect(at('It says “one” ')).toBe('quoted')
  expect(at('It says “one” [p_a1] and “two” ')).toBe('not_verbatim')
  expect([...numbered([...citations, citation('p_zz', 0, 'unknown')])]).toEqual([['p_a1', 1]])
})

test('marks cut a text into pieces, and what overlaps is left out', () => {
  const marks = [
    { start: 0, end: 3, kind: 'found' as const },
    { start: 2, end: 5, kind: 'taught' as const },
    { start: 6, end: 9, kind: 'taught' as const },
  ]
  expect(markedPieces('one, two.', marks)).toEqual([
    { text: 'one', kind: 'found' },
    { text: ', t', kind: null },
    { text: 'wo.', kind: 'taught' },
  ])
})
