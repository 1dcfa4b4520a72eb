import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolResultOutput,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import { z } from 'zod'
import { SUB, Script } from './script.ts'
import { scriptedModel } from './scripted-model.ts'
import { serve } from './serve.ts'

/**
 * The floor: a loop on raw `doStream` as one writes it by hand, with what no loop can do without and nothing else.
 *
 * - It streams from the same model object, hands text on as it comes, puts calls together, and adds up what was used. A stream that ends
 *   without its finish is no answer.
 * - Blocks go back in their order and with the provider's extra data: models that think refuse a history without their signatures.
 *   Arguments are read once: what the history holds is the value, as providers want it, and the text where it is no JSON.
 * - Arguments are checked against the tool's schema; the calls of a step run side by side, at most eight at once, for a model may ask for a
 *   hundred; results go back in the model's order. What goes wrong (an unknown tool, arguments that do not fit, a tool that throws) becomes
 *   something that the model can read.
 * - Who is asked answers from elsewhere and by the id of the call, so an open question is kept under it; a stop ends it, for nobody answers
 *   any more.
 * - A sub-agent is the same loop with a history of its own. Steps and depth end somewhere, and a signal is heeded.
 *
 * No gate, no rules, no hash, no rows, no budgets, nothing written down: what we cost above this is the price of what we promise.
 */
serve(async (row, count) => {
  const did = { tools: 0, chunks: 0 }
  const used = { input: 0, output: 0 }
  const model = scriptedModel(new Script(row, count))
  const { signal } = new AbortController()
  const questions = new Map<string, PromiseWithResolvers<boolean>>()
  signal.addEventListener('abort', () => {
    for (const question of questions.values()) question.reject(signal.reason)
  })
  await level([{ role: 'user', content: [{ type: 'text', text: 'go' }] }], 0)
  return did

  async function level(prompt: LanguageModelV4Message[], depth: number): Promise<string> {
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      const { text, content, calls } = await step(prompt)
      if (calls.length === 0) return text
      prompt.push({ role: 'assistant', content })
      const results = await runAll(calls, depth)
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
    throw new Error('too many steps')
  }

  async function step(prompt: LanguageModelV4Message[]): Promise<Answer> {
    signal.throwIfAborted()
    const { stream } = await model.doStream({
      prompt,
      tools: TOOLS,
      toolChoice: { type: 'auto' },
      abortSignal: signal,
    })
    let text = ''
    let finished = false
    const content: Content = []
    const calls: AskedCall[] = []
    for await (const part of stream) {
      switch (part.type) {
        case 'text-start':
          content.push(beside({ type: 'text', text: '' }, part.providerMetadata))
          break
        case 'reasoning-start':
          content.push(beside({ type: 'reasoning', text: '' }, part.providerMetadata))
          break
        case 'text-delta':
          text += part.delta
          grow(content, part)
          heard(part.delta)
          break
        case 'reasoning-delta':
        case 'text-end':
        case 'reasoning-end':
          grow(content, part)
          break
        case 'tool-call': {
          const { toolCallId: id, toolName: name } = part
          const read = readJson(part.input)
          calls.push({ id, name, read })
          const block = { type: 'tool-call', toolCallId: id, toolName: name, input: read.value } as const
          content.push(beside(block, part.providerMetadata))
          break
        }
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
    return { text, content, calls }
  }

  function heard(delta: string): void {
    if (delta !== '') did.chunks += 1
  }

  async function runAll(
    calls: readonly AskedCall[],
    depth: number,
  ): Promise<readonly LanguageModelV4ToolResultOutput[]> {
    const results: LanguageModelV4ToolResultOutput[] = []
    let next = 0
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, calls.length) }, worker))
    return results

    async function worker(): Promise<void> {
      for (;;) {
        const index = next
        const call = calls[index]
        if (call === undefined) return
        next += 1
        signal.throwIfAborted()
        results[index] = await run(call, depth)
      }
    }
  }

  async function run({ id, name, read }: AskedCall, depth: number): Promise<LanguageModelV4ToolResultOutput> {
    const schema = SCHEMAS.get(name)
    if (!schema) return { type: 'error-text', value: `there is no tool ${name}` }
    if (read.error !== undefined) return { type: 'error-text', value: read.error }
    try {
      const args = schema.safeParse(read.value)
      if (!args.success) return { type: 'error-text', value: z.prettifyError(args.error) }
      if (name === 'write' && !(await ask(id))) return { type: 'error-text', value: 'a person said no' }
      return { type: 'text', value: await act(name, args.data, depth) }
    } catch (cause) {
      return { type: 'error-text', value: cause instanceof Error ? cause.message : String(cause) }
    }
  }

  async function act(name: string, input: Input, depth: number): Promise<string> {
    if (name === 'run_subtask') {
      if (depth >= DEEPEST) throw new Error('no deeper')
      return level([{ role: 'user', content: [{ type: 'text', text: SUB }] }], depth + 1)
    }
    did.tools += 1
    return `did ${'value' in input ? input.value : ''}`
  }

  function ask(id: string): Promise<boolean> {
    const question = Promise.withResolvers<boolean>()
    questions.set(id, question)
    asked(id)
    return question.promise
  }

  /** The program that answers in a person's place says yes immediately. */
  function asked(id: string): void {
    const question = questions.get(id)
    questions.delete(id)
    question?.resolve(true)
  }
})

/** Parallel calls of one step, and the limits of steps and depth. */
const AT_ONCE = 8
const MOST_STEPS = 10_000
const DEEPEST = 3

const Value = z.object({ value: z.string() })
const Delegated = z.object({ title: z.string(), instructions: z.string() })
type Input = z.infer<typeof Value> | z.infer<typeof Delegated>

const SCHEMAS: ReadonlyMap<string, z.ZodType<Input>> = new Map<string, z.ZodType<Input>>([
  ['note', Value],
  ['write', Value],
  ['run_subtask', Delegated],
])

type Content = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']

interface Answer {
  readonly text: string
  readonly content: Content
  readonly calls: readonly AskedCall[]
}

/** A block with the provider's metadata. */
function beside(block: Content[number], said: SharedV4ProviderMetadata | undefined): Content[number] {
  return said === undefined ? block : { ...block, providerOptions: said }
}

/** Appends to the open block: providers do not interleave them. */
function grow(content: Content, part: Grown): void {
  const block = content.at(-1)
  if (block?.type !== 'text' && block?.type !== 'reasoning') return
  if ('delta' in part) block.text += part.delta
  if (part.providerMetadata) block.providerOptions = { ...block.providerOptions, ...part.providerMetadata }
}

type Grown = Extract<
  LanguageModelV4StreamPart,
  { type: 'text-delta' | 'text-end' | 'reasoning-delta' | 'reasoning-end' }
>

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
