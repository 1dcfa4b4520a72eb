import {
  defineTool,
  type ChatProvider,
  type ModelRequest,
  type Repeatable,
  type Tool,
  type ToolDeclaration,
  type Verified,
} from '@countersign/agent'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Traps } from './points.ts'

/**
 * What happens in every round: a step with two calls that ask, one that a rule lets run, one that only reads and one that can look whether it was done; a second step with one more
 * that asks; an answer.
 */
export const scriptedModel: ChatProvider = {
  name: 'Script',
  async *stream(request) {
    const { round, steps } = whereWeAre(request)
    yield { type: 'text', text: `Step ${steps + 1} of ${round}. ` }
    await new Promise((resume) => setImmediate(resume))
    for (const [index, { tool, input }] of wanted(round, steps).entries()) {
      const call = { providerId: `p${steps}_${index}`, name: tool, input: JSON.stringify(input) }
      yield { type: 'call', call }
    }
    yield { type: 'finish', usage: { inputTokens: 1, outputTokens: 1 } }
  },
}

const STEPS = [
  [
    { tool: 'count.ask', name: 'a' },
    { tool: 'count.ask', name: 'b' },
    { tool: 'count.auto', name: 'c' },
    { tool: 'count.safe', name: 'd' },
    { tool: 'count.keyed', name: 'f' },
  ],
  [{ tool: 'count.ask', name: 'e' }],
] as const

/** Rounds that are named after a tool for files call it once; all others count. */
function wanted(round: string, steps: number): readonly { readonly tool: string; readonly input: object }[] {
  if (Object.hasOwn(WRITES, round)) {
    const input = WRITES[round]
    return steps === 0 && input !== undefined ? [{ tool: round, input }] : []
  }
  return (STEPS[steps] ?? []).map(({ tool, name }) => ({ tool, input: { token: `${round}.${name}` } }))
}

const WRITES: Readonly<Record<string, object>> = {
  'files.write': { path: 'work/notes.txt', content: 'after\n' },
  'files.edit': { path: 'work/notes.txt', edits: [{ old_text: 'before', new_text: 'after' }] },
  'files.create': { path: 'work/new/notes.txt', content: 'after\n' },
}

function whereWeAre(request: ModelRequest): { readonly round: string; readonly steps: number } {
  const asked = request.messages.findLastIndex(({ role }) => role === 'user')
  const round = request.messages[asked]?.text ?? ''
  const steps = request.messages.slice(asked).filter(({ role }) => role === 'assistant').length
  return { round, steps }
}

/** Tools that write one line into a file for every effect they have. */
export function countingTools(effectsFile: string, traps: Traps): readonly Tool[] {
  return [
    counting('count.ask', { category: 'execute', repeat: 'never' }, effectsFile, traps),
    counting('count.auto', { category: 'execute', repeat: 'never' }, effectsFile, traps),
    counting('count.safe', { category: 'read', repeat: 'safe' }, effectsFile, traps),
    // Looks whether it was done before it is made again.
    counting(
      'count.keyed',
      {
        category: 'execute',
        repeat: 'idempotent',
        verify: ({ token }) => Promise.resolve(wasCounted(effectsFile, token)),
      },
      effectsFile,
      traps,
    ),
  ]
}

const Input = z.object({ token: z.string() })

function wasCounted(effectsFile: string, token: string): Verified {
  const lines = existsSync(effectsFile) ? readFileSync(effectsFile, 'utf8').split('\n') : []
  return lines.includes(token) ? { kind: 'done', text: `counted ${token}` } : { kind: 'not_done' }
}

type Kind = Pick<ToolDeclaration<z.infer<typeof Input>>, 'category'> & Repeatable<z.infer<typeof Input>>

function counting(name: string, kind: Kind, effectsFile: string, traps: Traps): Tool {
  return defineTool({
    name,
    description: 'Counts.',
    ...kind,
    input: Input,
    destructive: false,
    editSafe: false,
    capability: 'workspace_write',
    specifier: { kind: 'text', template: '{token}' },
    parallelSafe: true,
    title: ({ token }) => `Count ${token}`,
    inspect: ({ token }) =>
      Promise.resolve({
        specifier: { kind: 'text', text: token },
        body: { kind: 'arguments', entries: [{ name: 'token', value: token }] },
        targets: [],
      }),
    async run({ token }) {
      traps.reach('effect:before', token)
      await new Promise((resume) => setImmediate(resume))
      appendFileSync(effectsFile, `${token}\n`)
      await new Promise((resume) => setImmediate(resume))
      traps.reach('effect:after', token)
      return { ok: true, text: `counted ${token}` }
    },
  })
}
