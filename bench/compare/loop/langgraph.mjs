// LangGraph JS: its graph of model and tools, with the same script behind its chat model interface.
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessageChunk } from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { tool } from '@langchain/core/tools'
import { Command, INTERRUPT, interrupt, MemorySaver } from '@langchain/langgraph'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { z } from 'zod'
import { Script, SUB } from '../../../apps/server/dist/testing/loop-bench/script.js'
import { serve } from '../../../apps/server/dist/testing/loop-bench/serve.js'

class ScriptedChat extends BaseChatModel {
  constructor(script) {
    super({})
    this.script = script
    this.ids = 0
  }
  _llmType() {
    return 'scripted'
  }
  bindTools() {
    return this
  }
  async _generate() {
    throw new Error('this model only streams')
  }
  async *_streamResponseChunks(messages, _options, manager) {
    const isSub = messages[0]?.content === SUB
    const said = isSub ? this.script.sub(messages.at(-1)?.getType() === 'tool') : this.script.root()
    for (const text of said.texts) {
      const chunk = new ChatGenerationChunk({ text, message: new AIMessageChunk({ content: text }) })
      yield chunk
      await manager?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk })
    }
    if (said.calls.length === 0) return
    const tool_call_chunks = said.calls.map(({ name, input }, index) => ({
      name,
      args: JSON.stringify(input),
      id: `id${(this.ids += 1)}`,
      index,
      type: 'tool_call_chunk',
    }))
    yield new ChatGenerationChunk({
      text: '',
      message: new AIMessageChunk({ content: '', tool_call_chunks }),
    })
  }
}

let threads = 0

serve(async (row, count) => {
  const did = { tools: 0, chunks: 0 }
  const llm = new ScriptedChat(new Script(row, count))
  const act = (name, gated) =>
    tool(
      async ({ value }) => {
        if (gated && interrupt({ value }) !== true) return 'denied'
        did.tools += 1
        return `did ${value}`
      },
      { name, description: `Test tool ${name}.`, schema: z.object({ value: z.string() }) },
    )
  const plain = [act('note', false), act('write', row === 'approvals')]
  const below = createReactAgent({ llm, tools: plain })
  const delegate = tool(
    async () => {
      const end = await read(
        below,
        { messages: [{ role: 'user', content: SUB }] },
        { recursionLimit: 100_000 },
      )
      return String(end)
    },
    {
      name: 'run_subtask',
      description: 'Starts a sub-agent.',
      schema: z.object({ title: z.string(), instructions: z.string() }),
    },
  )
  let waiting = false
  async function read(graph, input, config) {
    let text = ''
    for await (const [mode, data] of await graph.stream(input, {
      ...config,
      streamMode: ['messages', 'updates'],
    })) {
      if (mode === 'messages') {
        const [message] = data
        if (message.getType() === 'ai' && message.content !== '') {
          text += message.content
          did.chunks += 1
        }
      } else if (INTERRUPT in data) waiting = true
    }
    return text
  }
  const agent = createReactAgent({
    llm,
    tools: [...plain, delegate],
    ...(row === 'approvals' ? { checkpointer: new MemorySaver() } : {}),
  })
  const config = { recursionLimit: 100_000, configurable: { thread_id: `t${(threads += 1)}` } }
  await read(agent, { messages: [{ role: 'user', content: 'go' }] }, config)
  while (waiting) {
    waiting = false
    await read(agent, new Command({ resume: true }), config)
  }
  return did
})
