import { COLLECTION } from './collection-scene.ts'
import { reactTo, type Scene, type ScriptedCall } from './script.ts'
import { done, quoted } from './tours/lines.ts'
import { TOURS } from './tours/tours.ts'

/** Scenes that each show a part of the loop. They call real tools and read real results: the script only chooses the calls. */
export const SHOWS: readonly Scene[] = [
  ...TOURS,
  COLLECTION,
  {
    words: 'show parallel calls',
    pattern: /^\s*show\s+(?:me\s+)?parallel\s+calls[.!?\s]*$/i,
    play: (_match, { step, results }) =>
      step === 0
        ? {
            text: 'Four calls in one step: they run in parallel, and the results come back in this order.',
            calls: [
              { name: 'files.list', args: { path: '.' } },
              { name: 'files.search', args: { pattern: 'the' } },
              { name: 'terminal.exec', args: { command: 'pwd' } },
              { name: 'terminal.exec', args: { command: 'ls -la' } },
            ],
          }
        : done(`All four are back: ${count(results, false)} succeeded, ${count(results, true)} failed.`),
  },
  {
    words: 'show sub-agents',
    pattern: /^\s*show\s+(?:me\s+)?sub-?agents[.!?\s]*$/i,
    play: (_match, { step, results }) =>
      step === 0
        ? {
            text: 'Two sub-agents at once. Each of them starts one of its own; neither sees the other.',
            calls: [
              subtask('Look at the folder', 'ask another sub-agent to list the files'),
              subtask('Look at the machine', 'ask another sub-agent to run uname -a'),
            ],
          }
        : done(`Both are done. They say:\n\n${quoted(results.map(({ text }) => text).join('\n\n'))}`),
  },
  {
    hidden: true,
    words: '',
    pattern: /^ask another sub-agent to (?<what>.+)$/i,
    play: (match, { step, results }) =>
      step === 0
        ? { text: '', calls: [subtask('One level further down', match.groups?.['what'] ?? '')] }
        : done(results.map(({ text }) => text).join('\n')),
  },
  {
    words: 'show a structured result',
    pattern: /^\s*show\s+(?:me\s+)?(?:a\s+)?structured\s+results?[.!?\s]*$/i,
    play: (_match, { step, results }) =>
      step === 0
        ? {
            text: 'A sub-agent must return a number that fits a schema. Its first attempt is wrong on purpose.',
            calls: [
              {
                name: 'run_subtask',
                args: {
                  title: 'Count the entries in the folder',
                  instructions: 'count the files and hand in the number',
                  tools: ['files.list'],
                  output_schema: {
                    type: 'object',
                    properties: { files: { type: 'integer', minimum: 0 } },
                    required: ['files'],
                    additionalProperties: false,
                  },
                },
              },
            ],
          }
        : done(`The result fits the schema:\n\n\`\`\`json\n${results[0]?.text ?? ''}\n\`\`\``),
  },
  {
    hidden: true,
    words: '',
    pattern: /^count the files and hand in the number$/i,
    play: (_match, { step, results, listed }) => {
      if (step === 0) return { text: '', calls: [{ name: 'files.list', args: { path: '.' } }] }
      const files = listed.filter((line) => line !== '' && !line.startsWith('[')).length
      const wrong = results[0]?.name === 'files.list'
      return {
        text: '',
        calls: [{ name: 'finish_subtask', args: { files: wrong ? `${files} files` : files } }],
      }
    },
  },
  {
    words: 'show a budget',
    pattern: /^\s*show\s+(?:me\s+)?(?:a\s+)?budget[.!?\s]*$/i,
    play: (_match, { step }) =>
      step === 0
        ? {
            text: 'A turn has 60 model calls. Four sub-agents with 16 steps each need more, so a card asks you whether to continue.',
            calls: Array.from({ length: 4 }, (_, index) =>
              subtask(`Use up the budget, ${index + 1} of 4`, 'look into the memory 16 times'),
            ),
          }
        : done('All done, past the budget.'),
  },
  {
    hidden: true,
    words: '',
    pattern: /^look into the memory 16 times$/i,
    play: (_match, { step }) =>
      step < 16 ? { text: '', calls: [{ name: 'memory_list', args: {} }] } : done('Looked 16 times.'),
  },
  {
    words: 'show a denial',
    pattern: /^\s*show\s+(?:me\s+)?(?:a\s+)?denial[.!?\s]*$/i,
    play: (_match, { step, results }) => {
      if (step === 0)
        return {
          text: 'I would like to write a file. Deny it, with a reason if you like, and see how I respond.',
          calls: [
            { name: 'files.write', args: { path: 'demo-notes.md', content: 'Notes from the demo.\n' } },
          ],
        }
      const [result] = results
      if (result?.isError !== true || result.name !== 'files.write') return done(reactTo(results))
      return {
        text: `You said no, and I accept that:\n\n${quoted(result.text)}\n\nThe file was not written. I will just look at what is there instead.`,
        calls: [{ name: 'files.list', args: { path: '.' } }],
      }
    },
  },
  {
    words: 'show a plan (in plan mode)',
    pattern: /^\s*show\s+(?:me\s+)?(?:a\s+)?plan(?:\s+\(in plan mode\))?[.!?\s]*$/i,
    play: (_match, { step, isPlan }) => {
      if (step === 0)
        return { text: 'Let me read first.', calls: [{ name: 'files.list', args: { path: '.' } }] }
      if (!isPlan)
        return done(
          'This chat is not in Plan mode. Switch it to Plan and ask again: then I only read and write a plan.',
        )
      return done(
        'The plan:\n\n1. Write `demo-notes.md` with what is in the folder.\n2. Run the tests with `npm test`.\n3. Show you the diff before anything is committed.\n\nNone of this has happened: Plan mode changes nothing. Choose another mode and tell me which step to take.',
      )
    },
  },
  {
    words: 'remember language: German',
    pattern: /^\s*remember\s+(?<key>[^\s:]{1,100})\s*:\s*(?<text>\S[\s\S]*)$/i,
    play: (match, { step, results, tools }) => {
      if (step > 0) return done(reactTo(results))
      if (!tools.has('remember'))
        return done(
          'Long-term memory is off. Turn it on in the settings, and I will remember what you tell me across chats.',
        )
      const { key, text } = match.groups ?? {}
      return {
        text: 'I would like to remember it for later chats.',
        calls: [{ name: 'remember', args: { key, text } }],
      }
    },
  },
]

function subtask(title: string, instructions: string): ScriptedCall {
  return { name: 'run_subtask', args: { title, instructions } }
}

function count(results: readonly { readonly isError: boolean }[], isError: boolean): number {
  return results.filter((result) => result.isError === isError).length
}
