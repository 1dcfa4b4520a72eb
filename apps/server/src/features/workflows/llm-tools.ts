import {
  defineTool,
  readParts,
  type Inspection,
  type RunContext,
  type Tool,
  type ToolOutcome,
  type Usage,
} from '@countersign/agent'
import type { ThreadId, UserId } from '@countersign/protocol'
import { misfit, type Json, type JsonSchema } from '@countersign/workflow'
import { z } from 'zod'
import type { Host } from '../../platform/host.ts'
import { RUN_MODEL } from '../../turns/workflow-model.ts'

const Model = z.string().max(200).optional().describe('Default: the chat’s model.')
const TEXT = z.string().max(500_000)
/** Maximum attempts to get an answer that matches its schema. */
const TRIES = 3

type Answer = { readonly ok: true; readonly text: string } | Extract<ToolOutcome, { ok: false }>

const DECLARED = {
  // A model other than the thread's is another destination for the text.
  category: ['read', 'external'],
  destructive: false,
  editSafe: false,
  capability: 'safe',
  specifier: { kind: 'text', template: '{model}' },
  repeat: 'safe',
  parallelSafe: true,
  onRequest: true,
} as const

/** Selects the model and asks it. */
interface Asking {
  inspect(
    input: { readonly model?: string | undefined; readonly prompt: string },
    thread: ThreadId | undefined,
  ): Promise<Inspection>
  ask(
    asked: {
      readonly model?: string | undefined
      readonly system?: string | undefined
      readonly text: string
    },
    context: RunContext,
  ): Promise<Answer>
}

/** `llm.generate`, `llm.extract`, `llm.classify`: one question to a model, without tools. */
export function llmTools(host: Pick<Host, 'models' | 'store'>, user: UserId): readonly Tool[] {
  const asking = askingFor(host, user)
  return [generate(asking), extract(asking), classify(asking)]
}

function askingFor(host: Pick<Host, 'models' | 'store'>, user: UserId): Asking {
  const models = host.models.models
  /** The model of the thread; for a run, the model of new threads. */
  const standard = async (thread: ThreadId): Promise<string> => {
    const view = await host.store.threads.get(user, thread)
    return view === undefined || view.model === RUN_MODEL ? models.standard(user) : view.model
  }
  return {
    async inspect(input, thread) {
      const own = thread === undefined ? await models.standard(user) : await standard(thread)
      const model = input.model ?? own
      return {
        specifier: { kind: 'text', text: model } as const,
        body: {
          kind: 'arguments' as const,
          entries: [
            { name: 'model', value: model },
            { name: 'prompt', value: input.prompt.slice(0, 10_000) },
          ],
        },
        targets: [],
        category: model === own ? ('read' as const) : ('external' as const),
      }
    },
    async ask(asked, context) {
      if ((await context.spendModel?.()) === false)
        return { ok: false, code: 'budget_exceeded', text: 'the model calls of this run are used up' }
      const model = asked.model ?? (await standard(context.call.threadId))
      const provider = await models.provider(model)
      let text = ''
      let usage: Usage = { inputTokens: 0, outputTokens: 0 }
      let problem: string | undefined = 'the model ended its answer without finishing it'
      const system = asked.system === undefined ? [] : [{ role: 'system', text: asked.system } as const]
      const messages = [...system, { role: 'user', text: asked.text } as const]
      await readParts(provider, { model, messages, tools: [], depth: 1 }, context.signal, (part) => {
        if (part.type === 'text') text += part.text
        else if (part.type === 'restart') text = ''
        else if (part.type === 'failed') problem = part.message
        else if (part.type === 'finish') {
          usage = part.usage
          problem = undefined
        }
        return part.type === 'failed' || part.type === 'finish'
      })
      await context.usedModel?.(text.slice(0, 2000), usage)
      return problem === undefined ? { ok: true, text } : { ok: false, code: 'provider', text: problem }
    },
  }
}

const prompt = (main: string, context: string | undefined) =>
  context === undefined ? main : `${main}\n\n<context>\n${context}\n</context>`

function generate({ ask, inspect }: Asking): Tool {
  return defineTool({
    ...DECLARED,
    name: 'llm.generate',
    description: 'Asks a model for text.',
    input: z.object({
      prompt: TEXT.min(1),
      context: TEXT.optional(),
      system: TEXT.optional(),
      model: Model,
    }),
    output: z.object({ text: z.string() }),
    title: () => 'Ask a model for text',
    inspect: (input, _place, _ahead, asker) => inspect(input, asker?.threadId),
    async run({ prompt: main, context: text, system, model }, context) {
      const answer = await ask({ model, system, text: prompt(main, text) }, context)
      return answer.ok ? { ...answer, value: { text: answer.text } } : answer
    },
  })
}

function extract({ ask, inspect }: Asking): Tool {
  return defineTool({
    ...DECLARED,
    name: 'llm.extract',
    description: 'Asks a model for a value that matches a JSON Schema; tries up to three times.',
    input: z.object({
      prompt: TEXT.min(1),
      context: TEXT.optional(),
      schema: z.record(z.string(), z.unknown()),
      model: Model,
    }),
    output: z.object({ value: z.unknown() }),
    title: () => 'Ask a model for a value',
    inspect: (input, _place, _ahead, asker) => inspect(input, asker?.threadId),
    async run({ prompt: main, context: text, schema, model }, context) {
      const system = `Answer with one JSON value that matches this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`
      let why = ''
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        const again = why === '' ? '' : `\n\nYour last answer did not match: ${why}`
        const answer = await ask({ model, system, text: prompt(main, text) + again }, context)
        if (!answer.ok) return answer
        const read = jsonIn(answer.text)
        why = read === undefined ? 'it is not JSON' : (misfit(read, schema as JsonSchema) ?? '') // an object is a schema
        if (read !== undefined && why === '')
          return { ok: true, text: JSON.stringify(read), value: { value: read } }
      }
      return { ok: false, code: 'does_not_fit', text: `no answer matched the schema: ${why}` }
    },
  })
}

function classify({ ask, inspect }: Asking): Tool {
  return defineTool({
    ...DECLARED,
    name: 'llm.classify',
    description: 'Asks a model which of several labels fits a text.',
    input: z.object({
      prompt: TEXT.min(1),
      labels: z.array(z.string().min(1).max(200)).min(2).max(100),
      model: Model,
    }),
    output: z.object({ label: z.string() }),
    title: () => 'Ask a model for a label',
    inspect: (input, _place, _ahead, asker) => inspect(input, asker?.threadId),
    async run({ prompt: text, labels, model }, context) {
      const system = `Answer with exactly one of these labels and nothing else: ${labels.join(' | ')}`
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        const answer = await ask({ model, system, text }, context)
        if (!answer.ok) return answer
        const chosen = answer.text.trim().toLowerCase()
        const label = labels.find((one) => one.toLowerCase() === chosen)
        if (label !== undefined) return { ok: true, text: label, value: { label } }
      }
      return { ok: false, code: 'does_not_fit', text: 'the model named none of the labels' }
    },
  })
}

/** The JSON value in an answer, with or without the code fences that models add. */
function jsonIn(text: string): Json | undefined {
  const inner = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1] ?? text
  try {
    return JSON.parse(inner) as Json // any JSON; the schema checks it
  } catch {
    return undefined
  }
}
