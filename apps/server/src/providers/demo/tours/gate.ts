import { reactTo, type Result, type Scene } from '../script.ts'
import { done } from './lines.ts'

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

function yourAnswers(results: readonly Result[]): string {
  const answers = results.flatMap(({ name, isError }) => {
    if (name === 'files.write') return [`\`${NOTE}\` ${isError ? 'was not written' : 'was written'}`]
    if (name === 'terminal.exec') return [`the command ${isError ? 'did not succeed' : 'ran'}`]
    return []
  })
  return `**Because of your answers:** ${answers.join(', and ')}.`
}
