import { defineTool, type Tool } from '@countersign/agent'
import { z } from 'zod'
import { plainText } from '../terminal/plain-text.ts'

const Question = z.object({
  commands: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), shown: z.string() })),
})
export type LaterQuestion = z.infer<typeof Question>

/** Always a person's to answer, by no rule and in no mode: it is declared destructive for that. No model has this tool. */
export const laterQuestion: Tool = defineTool({
  name: 'files_that_run_later',
  description: 'Asks the person whether files that run by themselves later are kept.',
  input: Question,
  category: 'execute',
  destructive: true,
  editSafe: false,
  capability: 'workspace_write',
  specifier: { kind: 'text', template: '{files}' },
  repeat: 'never',
  parallelSafe: true,
  title: ({ files }) =>
    `Keep ${files.length === 1 ? 'a file that runs' : `${files.length} files that run`} by ${files.length === 1 ? 'itself' : 'themselves'} later`,
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
