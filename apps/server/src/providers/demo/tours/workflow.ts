import type { Scene } from '../script.ts'
import { done, failed, quoted, textOf } from './lines.ts'

/** The gallery's workflow that stops at a person twice. */
const NAME = 'Draft and approve'

const SETUP =
  `This tour runs *${NAME}*, a workflow from the gallery. Open **Workflows**, press **Use ${NAME}**, then **Save version…**, and ` +
  'say `show a workflow` again in this chat.'

/** A saved workflow: one card for all its effects, a draft that the person changes, and a write that asks. */
export const WORKFLOW: Scene = {
  words: 'show a workflow',
  pattern: /^\s*show\s+(?:me\s+)?a\s+workflow[.!?\s]*$/i,
  play(_match, { step, results }) {
    if (step === 0)
      return { text: 'Let me see which workflows you have.', calls: [{ name: 'list_workflows', args: {} }] }
    if (step === 1) {
      const id = savedId(textOf(results, 'list_workflows'))
      if (id === undefined) return done(SETUP)
      return {
        text: 'I would like to run it. The card lists everything it may do. Press *Start*; it then stops for you twice: you can change the draft, and the write asks.',
        calls: [
          {
            name: 'run_workflow',
            args: { workflow_id: id, params: { topic: 'countersigning', file: 'drafts/tour.md' } },
          },
        ],
      }
    }
    const outcome = quoted(textOf(results, 'run_workflow'))
    return done(
      failed(results, 'run_workflow')
        ? `The run ended without writing the file. That was your decision, and I was told:\n\n${outcome}`
        : `The run is over, and \`drafts/tour.md\` has the text that you approved:\n\n${outcome}\n\nOpen **Workflows** to see the run step by step. *Undo run* removes the file again.`,
    )
  },
}

/** A line of `list_workflows` reads `id: name. … (version …, …)`; an unsaved one has no version. */
function savedId(list: string): string | undefined {
  const line = list.split('\n').find((one) => one.includes(`: ${NAME}`) && /\(version [0-9a-f]+/.test(one))
  return line?.slice(0, line.indexOf(':'))
}
