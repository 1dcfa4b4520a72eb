import type { Tool, ToolOutcome } from '@countersign/agent'
import { maskForModel } from '../audit/mask.ts'

/** Each tool once: belts are made again and again. */
const made = new WeakMap<Tool, Tool>()

/**
 * The same tool, whose results show no secrets to the model unless a person or a rule of theirs allowed the very call: what is hidden on
 * the card is not to be read behind it.
 */
export function maskedResults(tool: Tool): Tool {
  const known = made.get(tool)
  if (known) return known
  const masked: Tool = {
    ...tool,
    async run(signed, context) {
      const outcome = await tool.run(signed, context)
      const { via } = context.grounds
      return via === 'person' || via === 'rule' ? outcome : withoutSecrets(outcome)
    },
  }
  made.set(tool, masked)
  return masked
}

const NOTE = '[•••• hides a secret; it is shown if a person allows this exact call]'

function withoutSecrets(outcome: ToolOutcome): ToolOutcome {
  const text = maskForModel(outcome.text)
  const shown = text === outcome.text ? outcome : { ...outcome, text: `${text}\n${NOTE}` }
  const { value } = outcome
  // A workflow goes on with no more than a model would read.
  return value === undefined ? shown : { ...shown, value: maskedValues(value) }
}

function maskedValues(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskedValue(inner)]))
}

function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return maskForModel(value)
  if (Array.isArray(value)) return value.map(maskedValue)
  if (typeof value !== 'object' || value === null) return value
  return maskedValues(value as Record<string, unknown>) // an object of JSON
}
