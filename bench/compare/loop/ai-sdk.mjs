// The AI SDK's own tool loop, on the same model as ours and the baseline.
import { isStepCount, streamText, tool } from 'ai'
import { z } from 'zod'
import { Script, SUB } from '../../../apps/server/dist/testing/loop-bench/script.js'
import { scriptedModel } from '../../../apps/server/dist/testing/loop-bench/scripted-model.js'
import { serve } from '../../../apps/server/dist/testing/loop-bench/serve.js'

const value = z.object({ value: z.string() })
const FOREVER = isStepCount(100_000)

serve(async (row, count) => {
  const did = { tools: 0, chunks: 0 }
  const model = scriptedModel(new Script(row, count))
  const act = async ({ value: given }) => {
    did.tools += 1
    return `did ${given}`
  }
  const plain = {
    note: tool({ description: 'Notes a value.', inputSchema: value, execute: act }),
    write: tool({ description: 'Writes a value.', inputSchema: value, execute: act }),
  }
  const tools = {
    ...plain,
    run_subtask: tool({
      description: 'Starts a sub-agent.',
      inputSchema: z.object({ title: z.string(), instructions: z.string() }),
      execute: async () => {
        const below = streamText({ model, tools: plain, prompt: SUB, stopWhen: FOREVER })
        await read(below)
        return below.text
      },
    }),
  }
  const read = async (result) => {
    for await (const part of result.stream) {
      if (part.type === 'text-delta') did.chunks += 1
      if (part.type === 'error') throw part.error
    }
  }
  const toolApproval = row === 'approvals' ? { toolApproval: { write: 'user-approval' } } : {}
  let messages = [{ role: 'user', content: 'go' }]
  for (;;) {
    const result = streamText({ model, tools, messages, stopWhen: FOREVER, ...toolApproval })
    await read(result)
    const said = await result.responseMessages
    messages = [...messages, ...said]
    const asked = said
      .flatMap((message) => (typeof message.content === 'string' ? [] : message.content))
      .filter((part) => part.type === 'tool-approval-request')
    if (asked.length === 0) return did
    messages.push({
      role: 'tool',
      content: asked.map(({ approvalId }) => ({
        type: 'tool-approval-response',
        approvalId,
        approved: true,
      })),
    })
  }
})
