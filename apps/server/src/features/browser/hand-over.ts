import { defineTool, type Tool } from '@countersign/agent'
import { buildBody, handOverBody, ThreadId } from '@countersign/protocol'
import { z } from 'zod'
import { plainText } from '../../tools/plain-text.ts'

/** The agent asks a person to take over the browser: a login, a captcha, a code. Only a person can answer; models do not have this tool. */
export const handOverQuestion: Tool = defineTool({
  name: 'browser_hand_over',
  description: 'Asks the person to take over the browser.',
  input: z.object({ why: z.string(), page: z.string(), thread: ThreadId }),
  // It has no effect of its own, so one press answers it.
  category: 'read',
  destructive: false,
  asks: 'always',
  editSafe: false,
  capability: 'network',
  specifier: { kind: 'text', template: '{why}' },
  repeat: 'never',
  parallelSafe: true,
  title: () => 'Take the browser',
  inspect: ({ why, page, thread }) => ({
    specifier: { kind: 'text', text: why },
    body: buildBody(handOverBody, {
      data: { why: plainText(why), url: plainText(page), thread_id: thread },
      entries: [
        { name: 'why', value: plainText(why) },
        { name: 'the page', value: plainText(page) },
        {
          name: 'how to answer',
          value:
            'Take over in the Browser pane, and hand back when you are done: then the agent goes on. Deny if you would rather not.',
        },
      ],
    }),
    targets: [],
  }),
  run: () => Promise.resolve({ ok: true, text: 'done' }),
})
