import type { Scene } from '../script.ts'
import { done, textOf } from './lines.ts'

/** A tool that no thread here has: a call of it came from outside. */
const TOOL = 'mcp__tour__greet'

/** The event that Claude Code sends to its hook before it uses a tool. */
const EVENT = JSON.stringify({
  hook_event_name: 'PreToolUse',
  session_id: 'tour',
  permission_mode: 'default',
  tool_name: TOOL,
  tool_input: { text: 'hello' },
})

const SETUP = [
  'Other agents ask here before they use a tool. Try it without installing one: this line is what Claude Code would send. Paste it into a terminal of your own, in your project’s folder:',
  '',
  '```sh',
  `echo '${EVENT}' | countersign hook --agent claude-code`,
  '```',
  '',
  'The command waits. Its card is at the top under **Waiting**: answer it there, and the terminal prints your answer. No tool runs; only the question is real. Then say `show other agents` again.',
  '',
  'No `countersign` in your terminal? Run `npm link --workspace apps/cli` in the clone once.',
].join('\n')

/** A call of an outside agent, answered by the person on the same card. */
export const AGENTS: Scene = {
  words: 'show other agents',
  pattern: /^\s*show\s+(?:me\s+)?other\s+agents[.!?\s]*$/i,
  play(_match, { step, results }) {
    switch (step) {
      case 0:
        return {
          text: 'Let me see whether another agent has asked recently.',
          calls: [{ name: 'load_tools', args: { groups: ['observability'] } }],
        }
      case 1:
        return {
          text: '',
          calls: [{ name: 'observability.query', args: { since: '1h', tool: TOOL } }],
        }
      default: {
        const asked = outsideCall(textOf(results, 'observability.query'))
        return done(
          asked === undefined
            ? SETUP
            : `Another agent asked at ${asked.at} UTC, and you answered: **${asked.answer}**. That answer is in the audit like any other.\n\nTo gate a real agent, run \`countersign hook install --agent claude-code\` in your project.`,
        )
      }
    }
  },
}

/** The latest call of that tool that no longer waits. */
function outsideCall(list: string): { readonly at: string; readonly answer: string } | undefined {
  for (const line of list.split('\n')) {
    const [at = '', name, state] = line.split(' · ')
    if (name !== TOOL || state === 'waiting') continue
    return { at: at.slice(11, 16), answer: state === 'refused' ? 'denied' : 'allowed' }
  }
  return undefined
}
