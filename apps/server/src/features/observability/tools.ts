import { defineTool, type Tool } from '@countersign/agent'
import { ObservedState, WORKBENCH_TOOLS, type ObservedCall, type UserId } from '@countersign/protocol'
import { z } from 'zod'
import type { Observed } from './observed.ts'

/** How many calls the agent sees at once. */
const TOLD = 50
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * The agent's view of the record of all threads: names of tools, times and numbers. Titles and arguments are omitted, because they name
 * files of other threads, which rules may withhold from this one.
 */
export function observabilityTools(observed: Observed, user: UserId): readonly Tool[] {
  return [
    defineTool({
      ...factsOf('observability.query'),
      input: z.object({
        since: z
          .string()
          .regex(/^(?:\d{1,5}[mhd]|\d{4}-\d{2}-\d{2}.{0,30})$/)
          .optional()
          .describe('Start time in ISO 8601, or how far back: `30m`, `2h`, `1d`.'),
        tool: z.string().max(200).optional().describe('One tool, a group such as `files.`, or `model`.'),
        state: ObservedState.optional(),
      }),
      limits: [`${TOLD} calls`],
      title: () => 'Look at the latest calls',
      inspect: ({ since = '', tool = '', state = '' }) => ({
        specifier: { kind: 'text', text: '' },
        body: {
          kind: 'arguments',
          entries: [
            { name: 'since', value: since },
            { name: 'tool', value: tool },
            { name: 'state', value: state },
          ].filter(({ value }) => value !== ''),
        },
        targets: [],
      }),
      async run({ since, tool, state }) {
        const page = await observed.page(user, {
          ...(since === undefined ? {} : { since: momentOf(since, observed.now()) }),
          ...(tool === undefined ? {} : { tool }),
          ...(state === undefined ? {} : { state }),
        })
        const { total, errors, more, calls } = page
        const head = `${more ? 'more than ' : ''}${total} tool calls, ${errors} of them failed`
        return {
          ok: true,
          text: [head, ...calls.slice(0, TOLD).map(lineOf)].join('\n'),
          summary: head,
        }
      },
    }),
    defineTool({
      ...factsOf('observability.clear'),
      input: z.object({}),
      title: () => 'Restart the list of calls',
      inspect: () => ({
        specifier: { kind: 'text', text: '' },
        body: { kind: 'arguments', entries: [] },
        targets: [],
      }),
      async run() {
        await observed.clear(user)
        return { ok: true, text: 'The list begins now. Nothing was deleted.' }
      },
    }),
  ]
}

/** An invalid time means the beginning: the agent sees more, and nothing is guessed. */
function momentOf(since: string, now: number): number {
  const unit = UNITS[since.slice(-1)]
  if (unit !== undefined) return Math.max(0, now - Number(since.slice(0, -1)) * unit)
  return Math.max(0, Date.parse(since) || 0)
}

/** The gate's facts, from the one table of workbench tools. */
function factsOf(name: string) {
  const known = WORKBENCH_TOOLS.get(name)
  if (known === undefined) throw new Error(`there is no tool ${name}`)
  const { description, category, capability, editSafe, specifier } = known
  return {
    name,
    description,
    category,
    capability,
    editSafe,
    specifier,
    destructive: false,
    parallelSafe: true,
    repeat: 'safe',
    onRequest: true,
  } as const
}

function lineOf(call: ObservedCall): string {
  const { input_tokens: read, output_tokens: written, cost_usd: cost } = call
  return [
    new Date(call.at).toISOString(),
    call.kind === 'model' ? `model ${call.name}` : call.name,
    call.state,
    ...(call.problem === null ? [] : [call.problem.split(':')[0] ?? '']),
    ...(call.decision === null ? [] : [`decided ${call.decision}`]),
    ...(call.waiting_ms > 0 ? [`waited ${call.waiting_ms} ms`] : []),
    ...(call.work_ms === null ? [] : [`worked ${call.work_ms} ms`]),
    ...(call.bytes === null ? [] : [`${call.bytes} bytes`]),
    ...(read === null ? [] : [`${read} + ${written ?? 0} tokens`]),
    ...(cost === null ? [] : [`$${cost.toFixed(4)}`]),
  ].join(' · ')
}
