import { Validator, type Schema } from '@cfworker/json-schema'
import { z } from 'zod'
import { canonicalJson } from '@countersign/protocol/canonical'
import { defineTool, type AgentTask, type Tool } from '../toolbelt/tool.ts'

const FINISH_SUBTASK = 'finish_subtask'

/** The tool with which a sub-agent returns its result, and the result so far. */
export interface FinishTool {
  readonly ok: true
  readonly tool: Tool
  /** Canonical JSON of the valid result. */
  readonly payload: string | undefined
  /** How many payloads were invalid. */
  readonly failures: number
  /** How many invalid payloads are fed back. Absent: the limit of the turn. */
  readonly retries: number | undefined
  /** Reports a call that was refused earlier; it is charged if it was meant for this tool. */
  refused(name: string): void
  /** Restores the result of a call that ended before the turn was resumed. */
  restore(name: string, text: string): void
}

/** Longest schema, in characters of JSON, that a model may define. */
const SCHEMA_LIMIT = 50_000

/**
 * Makes `finish_subtask` for a schema that the model wrote. The schema is untrusted, so it is checked without code generation. `check`
 * looks for further problems in a result that fits the schema.
 */
export function finishTool(
  schema: Schema,
  { check, retries }: Omit<NonNullable<AgentTask['result']>, 'schema'> = {},
): FinishTool | { readonly ok: false; readonly message: string } {
  if (JSON.stringify(schema).length > SCHEMA_LIMIT) {
    return { ok: false, message: `\`output_schema\` is longer than ${SCHEMA_LIMIT} characters` }
  }
  const checked = validator(schema)
  if (!checked.ok) return checked
  let payload: string | undefined
  let failures = 0
  const input = z.unknown().superRefine((value, context) => {
    const result = checked.validator.validate(value)
    if (!result.valid) {
      for (const error of result.errors.slice(0, 5)) {
        context.addIssue({ code: 'custom', message: `${error.instanceLocation}: ${error.error}` })
      }
    }
  })
  const tool = defineTool({
    name: FINISH_SUBTASK,
    description: 'Hands in the result of this sub-agent and ends it.',
    input,
    category: 'read',
    destructive: false,
    editSafe: false,
    capability: 'subagent',
    specifier: { kind: 'text', template: '' },
    repeat: 'safe',
    parallelSafe: true,
    title: () => 'Hand in the result',
    inspect: (value) =>
      Promise.resolve({
        specifier: { kind: 'text', text: '' },
        body: { kind: 'arguments', entries: [{ name: 'result', value: canonicalJson(value) }] },
        targets: [],
      }),
    async run(value) {
      const problem = await check?.(value)
      if (problem !== undefined) {
        failures += 1
        return { ok: false, code: 'unfit', text: problem }
      }
      payload ??= canonicalJson(value)
      return { ok: true, text: payload }
    },
  })
  return {
    ok: true,
    tool: { ...tool, inputSchema: schema },
    get payload() {
      return payload
    },
    get failures() {
      return failures
    },
    retries,
    refused(name) {
      if (name === FINISH_SUBTASK) failures += 1
    },
    restore(name, text) {
      if (name === FINISH_SUBTASK) payload ??= text
    },
  }
}

/** The library writes into the schema that it gets, and arguments are frozen, so it gets a copy. */
function validator(schema: Schema): { ok: true; validator: Validator } | { ok: false; message: string } {
  try {
    return { ok: true, validator: new Validator(structuredClone(schema), '2020-12', false) }
  } catch (cause) {
    return {
      ok: false,
      message: `\`output_schema\` is not a JSON Schema: ${cause instanceof Error ? cause.message : String(cause)}`,
    }
  }
}
