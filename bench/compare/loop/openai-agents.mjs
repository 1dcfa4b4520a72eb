// OpenAI Agents JS, with the same script behind its model interface.
import { Agent, run, setTracingDisabled, tool, Usage } from '@openai/agents'
import { z } from 'zod'
import { Script, SUB } from '../../../apps/server/dist/testing/loop-bench/script.js'
import { serve } from '../../../apps/server/dist/testing/loop-bench/serve.js'

setTracingDisabled(true)
const OPTIONS = { stream: true, maxTurns: 100_000 }

serve(async (row, count) => {
  const did = { tools: 0, chunks: 0 }
  const script = new Script(row, count)
  let ids = 0
  const model = {
    getResponse: () => Promise.reject(new Error('this model only streams')),
    async *getStreamedResponse({ input }) {
      const said = isSub(input) ? script.sub(input.at(-1).type === 'function_call_result') : script.root()
      yield { type: 'response_started' }
      for (const delta of said.texts) yield { type: 'output_text_delta', delta }
      const output = said.calls.map(({ name, input: args }) => ({
        type: 'function_call',
        callId: `id${(ids += 1)}`,
        name,
        arguments: JSON.stringify(args),
        status: 'completed',
      }))
      if (said.texts.length > 0) {
        const text = said.texts.join('')
        output.unshift({
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text }],
        })
      }
      const usage = new Usage({ inputTokens: 10, outputTokens: 5, totalTokens: 15 })
      yield { type: 'response_done', response: { id: `r${ids}`, usage, output } }
    },
  }
  const act = (name, more = {}) =>
    tool({
      name,
      description: `Test tool ${name}.`,
      parameters: z.object({ value: z.string() }),
      execute: async ({ value }) => {
        did.tools += 1
        return `did ${value}`
      },
      ...more,
    })
  const plain = [act('note'), act('write', { needsApproval: row === 'approvals' })]
  const below = new Agent({ name: 'Sub', model, tools: plain })
  const delegate = tool({
    name: 'run_subtask',
    description: 'Starts a sub-agent.',
    parameters: z.object({ title: z.string(), instructions: z.string() }),
    execute: async () => {
      const result = await run(below, SUB, OPTIONS)
      await read(result)
      return result.finalOutput
    },
  })
  const read = async (result) => {
    for await (const event of result) {
      if (event.type === 'raw_model_stream_event' && event.data.type === 'output_text_delta') did.chunks += 1
    }
    await result.completed
  }
  const agent = new Agent({ name: 'Root', model, tools: [...plain, delegate] })
  let result = await run(agent, 'go', OPTIONS)
  await read(result)
  while (result.interruptions.length > 0) {
    for (const asked of result.interruptions) result.state.approve(asked)
    result = await run(agent, result.state, OPTIONS)
    await read(result)
  }
  return did
})

function isSub(input) {
  const first = Array.isArray(input) ? input[0] : undefined
  const text = typeof first?.content === 'string' ? first.content : first?.content?.[0]?.text
  return text === SUB
}
