import { reactTo, type Result, type Scene } from '../script.ts'
import { done, ending, type Ending } from './lines.ts'

const NOTE = 'notes.md'
const COMMAND = 'ls && npm test | tee test.log'

/** Reads run, a write and a command ask. The first tour, and the one that *Start* begins. */
export const GATE: Scene = {
  words: 'show me around',
  pattern: /^\s*(?:please\s+)?show\s+(?:me\s+)?(?:around|the\s+gate)[.!?\s]*$/i,
  play: (_match, { step, results }) =>
    step === 0
      ? {
          text:
            'I am the built-in demo and follow a script. Here are four calls, one of each kind. Listing and reading run without asking. ' +
            'Writing a file asks you first and shows its content. The command has three parts; only those that no rule covers ask. ' +
            'Allow or deny, as you like. Nothing happens until you answer.',
          calls: [
            { name: 'files.list', args: { path: '.' } },
            { name: 'files.read', args: { path: 'README.md' } },
            {
              name: 'files.write',
              args: { path: NOTE, content: '# Notes\n\nWritten by the demo, after you said yes.\n' },
            },
            { name: 'terminal.exec', args: { command: COMMAND } },
          ],
        }
      : done([reactTo(results), yourAnswers(results), MORE].join('\n\n')),
}

const MORE = [
  'There are five more tours. Say one of these:',
  '',
  '- `show the workbench`: files, editor and changes next to the chat',
  '- `show a workflow`: steps that run on their own and stop for you',
  '- `show a collection`: answers from your documents, with citations',
  '- `show a drawing`: a picture without a key',
  '- `show other agents`: the same gate for Claude Code, Codex and others',
].join('\n')

/** What became of the two cards, in a sentence. */
function yourAnswers(results: readonly Result[]): string {
  const ends = results.flatMap((result) => {
    const words = ENDS.get(result.name)
    return words === undefined ? [] : [words[ending(result)]]
  })
  return `**What happened:** ${ends.join(', and ')}.`
}

const ENDS: ReadonlyMap<string, Readonly<Record<Ending, string>>> = new Map([
  [
    'files.write',
    {
      done: `\`${NOTE}\` was written`,
      denied: `you denied \`${NOTE}\``,
      not_run: `\`${NOTE}\` was not written`,
      failed: `writing \`${NOTE}\` failed`,
    },
  ],
  [
    'terminal.exec',
    {
      done: 'the command ran',
      denied: 'you denied the command',
      not_run: 'the command did not run',
      failed: 'the command ran, but it failed',
    },
  ],
])
