import type { GalleryEntry } from '@countersign/protocol'

type Parts = Readonly<Record<'inputs' | 'outputs', object>> &
  Readonly<Record<'nodes' | 'edges', readonly object[]>>

function entry(name: string, title: string, about: string, parts: Parts): GalleryEntry {
  return { name, title, about, graph: { version: 1, name: title, description: about, ...parts } }
}

const wire = (from: string, out: string, to: string, input: string) => ({
  from: [from, out],
  to: [to, input],
})
const TEXT = { type: 'string' }

/** Workflows that ship with the product. Each one compiles, and runs with the demo model. */
export const GALLERY: readonly GalleryEntry[] = [
  entry(
    'summarise-page',
    'Summarise a page',
    'Fetches a page, has a model summarise it, and writes the summary.',
    {
      inputs: {
        url: { schema: TEXT, default: 'https://example.com/' },
        file: { schema: TEXT, default: 'reports/summary.md' },
      },
      outputs: { summary: ['sum', 'text'] },
      nodes: [
        { id: 'page', type: 'web.fetch', inputs: {} },
        { id: 'sum', type: 'llm.generate', inputs: { prompt: 'Summarise this page in five sentences.' } },
        { id: 'save', type: 'files.write', inputs: {}, bounds: ['reports/*.md'] },
      ],
      edges: [
        wire('$input', 'url', 'page', 'url'),
        wire('page', 'text', 'sum', 'context'),
        wire('sum', 'text', 'save', 'content'),
        wire('$input', 'file', 'save', 'path'),
      ],
    },
  ),
  entry(
    'answer-from-file',
    'Answer from a file',
    'Answers a message from one file. Works as the target of a chat.',
    {
      inputs: { message: { schema: TEXT }, file: { schema: TEXT, default: 'README.md' } },
      outputs: { answer: ['say', 'text'] },
      nodes: [
        { id: 'read', type: 'files.read', inputs: {} },
        { id: 'say', type: 'llm.generate', inputs: { system: 'Answer from the context only.' } },
      ],
      edges: [
        wire('$input', 'file', 'read', 'path'),
        wire('read', 'text', 'say', 'context'),
        wire('$input', 'message', 'say', 'prompt'),
      ],
    },
  ),
  entry(
    'draft-and-approve',
    'Draft and approve',
    'A model drafts a text; a person edits it; only then is it written.',
    {
      inputs: { topic: { schema: TEXT }, file: { schema: TEXT, default: 'drafts/text.md' } },
      outputs: { text: ['look', 'value'] },
      nodes: [
        { id: 'ask', type: 'text.template', inputs: { template: 'Write a short text about {{topic}}.' } },
        { id: 'draft', type: 'llm.generate', inputs: {} },
        { id: 'look', type: 'human.approve', inputs: { question: 'May this be written?', editable: true } },
        { id: 'save', type: 'files.write', inputs: {}, bounds: ['drafts/*.md'] },
      ],
      edges: [
        wire('$input', 'topic', 'ask', 'topic'),
        wire('ask', 'text', 'draft', 'prompt'),
        wire('draft', 'text', 'look', 'value'),
        wire('look', 'value', 'save', 'content'),
        wire('$input', 'file', 'save', 'path'),
      ],
    },
  ),
  entry(
    'digest-of-files',
    'Digest of files',
    'Reads each file in a list, skips missing ones, and joins the rest.',
    {
      inputs: { files: { schema: { type: 'array', items: TEXT }, default: ['README.md'] } },
      outputs: { text: ['join', 'text'] },
      nodes: [
        {
          id: 'each',
          type: 'map',
          inputs: { on_error: 'skip' },
          body: {
            inputs: { item: { schema: TEXT } },
            outputs: { result: ['read', 'text'] },
            nodes: [{ id: 'read', type: 'files.read', inputs: {} }],
            edges: [wire('$input', 'item', 'read', 'path')],
          },
        },
        { id: 'join', type: 'text.join', inputs: { separator: '\n\n' } },
      ],
      edges: [wire('$input', 'files', 'each', 'items'), wire('each', 'items', 'join', 'texts')],
    },
  ),
  entry('state-of-the-project', 'State of the project', 'Runs one fixed command and reports its output.', {
    inputs: {},
    outputs: { report: ['report', 'text'] },
    nodes: [
      { id: 'status', type: 'terminal.exec', inputs: { command: 'git status --short' } },
      { id: 'report', type: 'text.template', inputs: { template: 'Changed files:\n{{status}}' } },
    ],
    edges: [wire('status', 'text', 'report', 'status')],
  }),
  entry('daily-note', 'Daily note', 'Writes a note with the current time. Made for a schedule.', {
    inputs: { text: { schema: TEXT, default: 'Good morning.' } },
    outputs: { note: ['note', 'text'] },
    nodes: [
      { id: 'now', type: 'time.now', inputs: {} },
      { id: 'note', type: 'text.template', inputs: { template: '{{time}}: {{text}}\n' } },
      { id: 'save', type: 'files.write', inputs: { path: 'notes/today.md' } },
    ],
    edges: [
      wire('now', 'time', 'note', 'time'),
      wire('$input', 'text', 'note', 'text'),
      wire('note', 'text', 'save', 'content'),
    ],
  }),
]
