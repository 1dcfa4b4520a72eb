import type { LanguageModelV4Message, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { z } from 'zod'
import { SUB, Script } from './script.ts'
import { scriptedModel } from './scripted-model.ts'
import { serve } from './serve.ts'

/**
 * The least that a loop can do on raw `doStream`: arguments are checked against the tool's schema, and that is all. No gate, no rules,
 * no hash, no rows, no budgets, nothing written down. Written by hand as one would for a demonstration. Everything that we cost above this is the price of what we promise.
 */
serve(async (row, count) => {
  const did = { tools: 0, chunks: 0 }
  const model = scriptedModel(new Script(row, count))
  await level([{ role: 'user', content: [{ type: 'text', text: 'go' }] }])
  return did

  async function level(prompt: LanguageModelV4Message[]): Promise<string> {
    for (;;) {
      const { text, calls } = await step(prompt)
      if (calls.length === 0) return text
      prompt.push({
        role: 'assistant',
        content: calls.map(({ id, name, input }) => ({
          type: 'tool-call',
          toolCallId: id,
          toolName: name,
          input,
        })),
      })
      const results = await Promise.all(calls.map((call) => run(call.name, call.input)))
      prompt.push({
        role: 'tool',
        content: calls.map(({ id, name }, index) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: name,
          output: { type: 'text', value: results[index] ?? '' },
        })),
      })
    }
  }

  async function step(prompt: LanguageModelV4Message[]): Promise<{ text: string; calls: AskedCall[] }> {
    const { stream } = await model.doStream({ prompt, tools: TOOLS, toolChoice: { type: 'auto' } })
    let text = ''
    const calls: AskedCall[] = []
    for await (const part of stream) {
      if (part.type === 'text-delta') {
        text += part.delta
        did.chunks += 1
      } else if (part.type === 'tool-call') {
        const { toolCallId: id, toolName: name } = part
        const schema = name === 'run_subtask' ? Delegated : Value
        calls.push({ id, name, input: schema.parse(JSON.parse(part.input)) })
      }
    }
    return { text, calls }
  }

  async function run(name: string, input: Input): Promise<string> {
    if (name === 'run_subtask') return level([{ role: 'user', content: [{ type: 'text', text: SUB }] }])
    // The answer of a program: a promise that is there already.
    if (name === 'write') await Promise.resolve(true)
    did.tools += 1
    return `did ${'value' in input ? input.value : ''}`
  }
})

const Value = z.object({ value: z.string() })
const Delegated = z.object({ title: z.string(), instructions: z.string() })
type Input = z.infer<typeof Value> | z.infer<typeof Delegated>

interface AskedCall {
  readonly id: string
  readonly name: string
  readonly input: Input
}

const value = {
  type: 'object' as const,
  properties: { value: { type: 'string' as const } },
  required: ['value'],
}
const TOOLS: LanguageModelV4FunctionTool[] = [
  { type: 'function', name: 'note', description: 'Notes a value.', inputSchema: value },
  { type: 'function', name: 'write', description: 'Writes a value.', inputSchema: value },
  {
    type: 'function',
    name: 'run_subtask',
    description: 'Starts a sub-agent.',
    inputSchema: {
      type: 'object',
      properties: { title: { type: 'string' }, instructions: { type: 'string' } },
      required: ['title', 'instructions'],
    },
  },
]
