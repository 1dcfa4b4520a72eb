import { defineTool, type Tool } from '@countersign/agent'
import { z } from 'zod'
import { plainText } from '../tools/plain-text.ts'

const Question = z.object({
  commands: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), shown: z.string() })),
})
export type LaterQuestion = z.infer<typeof Question>

/** Only a person can answer it: no rule and no mode does. No model has this tool. */
export const laterQuestion: Tool = defineTool({
  name: 'files_that_run_later',
  description: 'Asks the person whether to keep files that run on their own later.',
  input: Question,
  category: 'execute',
  destructive: false,
  asks: 'always',
  editSafe: false,
  capability: 'workspace_write',
  specifier: { kind: 'text', template: '{files}' },
  repeat: 'never',
  parallelSafe: true,
  title: ({ files }) =>
    `Keep ${files.length === 1 ? 'a file that runs' : `${files.length} files that run`} on ${files.length === 1 ? 'its' : 'their'} own later`,
  inspect: ({ commands, files }) =>
    Promise.resolve({
      specifier: { kind: 'text', text: files.map(({ name }) => name).join(', ') },
      body: {
        kind: 'arguments',
        entries: [
          { name: 'made by', value: plainText(commands.join('\n')) },
          ...files.map(({ name, shown }) => ({ name: plainText(name), value: plainText(shown) })),
          {
            name: 'how to answer',
            value:
              'They were taken out of the workspace. Allow puts exactly these back; deny leaves them out. Until then no command runs outside the sandbox here.',
          },
        ],
      },
      targets: [],
    }),
  run: () => Promise.resolve({ ok: true, text: 'kept' }),
})
