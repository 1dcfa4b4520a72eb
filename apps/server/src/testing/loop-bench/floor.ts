import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider'
import { z } from 'zod'
import { SUB, Script } from './script.ts'
import { scriptedModel } from './scripted-model.ts'
import { serve } from './serve.ts'

/**
 * The floor: a loop on raw `doStream` as one writes it by hand, with what no loop can do without and nothing else. It streams from the same
 * model object, hands text on as it comes, puts calls together, checks their arguments against the tool's schema, runs the calls of a step
 * side by side, turns what goes wrong (an unknown tool, arguments that do not fit, a tool that throws, a stream that breaks) into
 * something that can be read, adds up what was used, appends to the history, and heeds a signal. Arguments are read once: what the history
 * holds is the value, as providers want it, and the text where it is no JSON. A stream that ends without its finish is no answer. No gate, no rules, no hash, no rows, no budgets,
 * nothing written down: what we cost above this is the price of what we promise.
 */
serve(async (row, count) => {
  const did = { tools: 0, chunks: 0 }
  const used = { input: 0, output: 0 }
  const model = scriptedModel(new Script(row, count))
  const { signal } = new AbortController()
  await level([{ role: 'user', content: [{ type: 'text', text: 'go' }] }])
  return did

  async function level(prompt: LanguageModelV4Message[]): Promise<string> {
    for (;;) {
      const { text, calls } = await step(prompt)
      if (calls.length === 0) return text
      prompt.push({
        role: 'assistant',
        content: [
          ...(text === '' ? [] : [{ type: 'text' as const, text }]),
          ...calls.map(({ id, name, read }) => ({
            type: 'tool-call' as const,
            toolCallId: id,
            toolName: name,
            input: read.value,
          })),
        ],
      })
      const results = await Promise.all(calls.map(run))
      prompt.push({
        role: 'tool',
        content: calls.map(({ id, name }, index) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: name,
          output: results[index] ?? { type: 'error-text', value: 'no result' },
        })),
      })
    }
  }

  async function step(prompt: LanguageModelV4Message[]): Promise<{ text: string; calls: AskedCall[] }> {
    signal.throwIfAborted()
    const { stream } = await model.doStream({
      prompt,
      tools: TOOLS,
      toolChoice: { type: 'auto' },
      abortSignal: signal,
    })
    let text = ''
    let finished = false
    const calls: AskedCall[] = []
    for await (const part of stream) {
      switch (part.type) {
        case 'text-delta':
          text += part.delta
          heard(part.delta)
          break
        case 'tool-call':
          calls.push({ id: part.toolCallId, name: part.toolName, read: readJson(part.input) })
          break
        case 'finish':
          finished = part.finishReason.unified !== 'error'
          used.input += part.usage.inputTokens.total ?? 0
          used.output += part.usage.outputTokens.total ?? 0
          break
        case 'error':
          throw part.error
        default:
          break
      }
    }
    if (!finished) throw new Error('the answer was cut off')
    return { text, calls }
  }

  function heard(delta: string): void {
    if (delta !== '') did.chunks += 1
  }

  async function run({ name, read }: AskedCall): Promise<LanguageModelV4ToolResultOutput> {
    const schema = SCHEMAS.get(name)
    if (!schema) return { type: 'error-text', value: `there is no tool ${name}` }
    if (read.error !== undefined) return { type: 'error-text', value: read.error }
    try {
      const args = schema.safeParse(read.value)
      if (!args.success) return { type: 'error-text', value: z.prettifyError(args.error) }
      return { type: 'text', value: await act(name, args.data) }
    } catch (cause) {
      return { type: 'error-text', value: cause instanceof Error ? cause.message : String(cause) }
    }
  }

  async function act(name: string, input: Input): Promise<string> {
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

const SCHEMAS: ReadonlyMap<string, z.ZodType<Input>> = new Map<string, z.ZodType<Input>>([
  ['note', Value],
  ['write', Value],
  ['run_subtask', Delegated],
])

interface AskedCall {
  readonly id: string
  readonly name: string
  readonly read: ReadInput
}

interface ReadInput {
  readonly value: unknown
  readonly error: string | undefined
}

function readJson(text: string): ReadInput {
  try {
    return { value: JSON.parse(text), error: undefined }
  } catch (cause) {
    return { value: text, error: String(cause) }
  }
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
