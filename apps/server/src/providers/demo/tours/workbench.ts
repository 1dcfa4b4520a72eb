import { reactTo, type Line, type Result, type Scene, type ScriptedCall } from '../script.ts'
import { done, failed, quoted, textOf } from './lines.ts'

const FILE = 'tour.md'

const BEFORE = [
  '# Three things',
  '',
  'The agent proposes.',
  '',
  'Lines between, so that each change is a part of its own.',
  'They stay as they are.',
  '',
  'You read every part.',
  '',
  'More lines between.',
  'These stay too.',
  '',
  'Nothing is final.',
  '',
].join('\n')

const EDITS = [
  {
    old_text: 'The agent proposes.',
    new_text: 'The agent proposes, and you sign the parts that you want.',
  },
  { old_text: 'You read every part.', new_text: 'You read every part, and leave out what you do not want.' },
  { old_text: 'Nothing is final.', new_text: 'Nothing is final: *Changes* can undo each part.' },
]

const PROPOSAL: ScriptedCall = {
  name: 'editor.proposeEdit',
  args: { path: FILE, edits: EDITS, note: 'three parts' },
}

/** A phone and a terminal have no room for panes, but their cards have parts, too. */
const HERE = 'Or say `show the workbench here`: the same change, with its parts on a card and without panes.'

const NO_PAGE = `The workbench is part of the page, and you are not in the page now. \`countersign open\` prints its address: open this chat there and say \`show the workbench\` again. ${HERE}`

const NO_PANES = `No pane is open next to this chat. On a wide screen, press **Write** at the top to see files and the editor, then say \`show the workbench\` again. ${HERE}`

/** Files, editor and changes next to the thread. Its last line reports the person's actions. */
export const WORKBENCH: Scene = {
  words: 'show the workbench',
  pattern: /^\s*show\s+(?:me\s+)?the\s+workbench(?<here>\s+here)?[.!?\s]*$/i,
  play(match, { step, results, tools }) {
    if (match.groups?.['here'] !== undefined) return playHere(step, results)
    const open = (type: string) => (tools.has('layout.open') ? [{ name: 'layout.open', args: { type } }] : [])
    switch (step) {
      case 0:
        return {
          text: 'Let me see which panes are open in your window.',
          calls: [
            { name: 'load_tools', args: { groups: ['editor', 'changes'] } },
            { name: 'list_open_panes', args: {} },
          ],
        }
      case 1:
        return hasPanes(results)
          ? {
              text: 'Files are on the left, each with what I may do with it. I would like to write a file for this tour. Allow it, and I will open it next to this chat.',
              calls: [...open('files'), { name: 'files.write', args: { path: FILE, content: BEFORE } }],
            }
          : done(failed(results, 'list_open_panes') ? NO_PAGE : NO_PANES)
      case 2:
        return failed(results, 'files.write')
          ? done(reactTo(results))
          : {
              text: 'The file is open in the editor, with a change in three parts. Accept those that you want and decline the others: F7 goes to the next part, Alt+Y accepts, Alt+U declines. Or leave out parts on the card here.',
              calls: [{ name: 'editor.open', args: { path: FILE } }, PROPOSAL],
            }
      case 3:
        return {
          text: `${yourAnswer(results)}\n\nLet me look at what is in the file now.`,
          calls: [...open('changes'), { name: 'changes.list', args: {} }],
        }
      default:
        return done(
          `${whatWasDone(results)}\n\nPress **Review** below to see it by hunk: U undoes one, K keeps it, and every undo can be undone.`,
        )
    }
  },
}

/** The tour without panes: the parts are signed on the card, wherever it is answered. */
function playHere(step: number, results: readonly Result[]): Line {
  switch (step) {
    case 0:
      return {
        text: 'A change can have parts, and you sign those that you want. I would like to write a file for this tour first.',
        calls: [
          { name: 'load_tools', args: { groups: ['editor', 'changes'] } },
          { name: 'files.write', args: { path: FILE, content: BEFORE } },
        ],
      }
    case 1:
      return failed(results, 'files.write')
        ? done(reactTo(results))
        : {
            text: 'Now a change of that file in three parts. Leave out those that you do not want, then allow the rest.',
            calls: [PROPOSAL],
          }
    case 2:
      return {
        text: `${yourAnswer(results)}\n\nLet me look at what is in the file now.`,
        calls: [{ name: 'changes.list', args: {} }],
      }
    default:
      return done(
        `${whatWasDone(results)}\n\nOn a wide screen, the editor next to the chat shows the same parts between the lines.`,
      )
  }
}

function whatWasDone(results: readonly Result[]): string {
  return `This is what you and I did in this chat:\n\n\`\`\`\n${textOf(results, 'changes.list')}\n\`\`\``
}

function hasPanes(results: readonly Result[]): boolean {
  const listed = results.find(({ name }) => name === 'list_open_panes')
  return listed !== undefined && !listed.isError && listed.text.includes('instanceId')
}

function yourAnswer(results: readonly Result[]): string {
  const said = quoted(textOf(results, 'editor.proposeEdit'))
  return failed(results, 'editor.proposeEdit')
    ? `You declined the change:\n\n${said}`
    : `You answered, part by part. I was told:\n\n${said}`
}
