import {
  defineTool,
  type ChatProvider,
  type JournalEntry,
  type ModelRequest,
  type Repeatable,
  type Tool,
  type ToolDeclaration,
  type Verified,
} from '@countersign/agent'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Traps } from './points.ts'
import { isTree, toldIn, treeCalls, treeResult, type WantedCall } from './tree-story.ts'

/**
 * The script of every round: a step with two calls that ask, one that a rule allows, one that only reads and one that can check whether it
 * was done; a second step with one more that asks; an answer.
 */
export function scriptedModel(log: ModelLog): ChatProvider {
  return {
    name: 'Script',
    async *stream(request) {
      const { round, steps, asked } = whereWeAre(request)
      const answer = `Step ${steps + 1} of ${round}`
      log.asked(answer)
      yield { type: 'text', text: `${answer}. ` }
      await new Promise((resume) => setImmediate(resume))
      if (isTree(round) && steps > 0) yield { type: 'text', text: treeResult(round, toldIn(request, asked)) }
      for (const [index, { tool, input }] of wanted(round, steps).entries()) {
        const call = { providerId: `p${steps}_${index}`, name: tool, input: JSON.stringify(input) }
        yield { type: 'call', call }
      }
      yield { type: 'finish', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
}

/** Logs in one file, in order, which answers were requested from the model and which were stored. */
export class ModelLog {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  asked(answer: string): void {
    appendFileSync(this.#file, `asked ${answer}\n`)
  }

  /** An answer is in the journal: it must not be requested again. */
  kept(entry: JournalEntry): void {
    if (entry.kind === 'model') appendFileSync(this.#file, `kept ${entry.text.split('. ')[0] ?? ''}\n`)
  }
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

/**
 * Rounds named after a file tool call it once, `three edits` edits one file three times in a step, `in parts` in three places with one
 * call; all others count.
 */
function wanted(round: string, steps: number): readonly WantedCall[] {
  if (isTree(round)) return steps === 0 ? treeCalls(round) : []
  if (round === THREE_EDITS) return steps === 0 ? threeEdits() : []
  if (round === IN_PARTS) return steps === 0 ? [inParts()] : []
  if (Object.hasOwn(WRITES, round)) {
    const input = WRITES[round]
    return steps === 0 && input !== undefined ? [{ tool: round, input }] : []
  }
  return (STEPS[steps] ?? []).map(({ tool, name }) => ({ tool, input: { token: `${round}.${name}` } }))
}

export const THREE_EDITS = 'three edits'

/** Each depends on the one before. Any of them, made twice, would leave its text twice. */
function threeEdits(): readonly WantedCall[] {
  const words = ['before', 'one', 'two', 'three']
  return words.slice(1).map((word, index) => {
    const old_text = words[index] ?? ''
    const edit = { old_text, new_text: index === 0 ? `${word}\n${old_text}` : `${old_text}\n${word}` }
    return { tool: 'files.edit', input: { path: 'work/notes.txt', edits: [edit] } }
  })
}

export const IN_PARTS = 'in parts'

/** One edit in three parts. */
function inParts(): WantedCall {
  const edits = ['one', 'three', 'five'].map((word) => ({ old_text: word, new_text: word.toUpperCase() }))
  return { tool: 'files.edit', input: { path: 'work/notes.txt', edits } }
}

const WRITES: Readonly<Record<string, object>> = {
  'files.write': { path: 'work/notes.txt', content: 'after\n' },
  'files.edit': { path: 'work/notes.txt', edits: [{ old_text: 'before', new_text: 'after' }] },
  'files.create': { path: 'work/new/notes.txt', content: 'after\n' },
}

function whereWeAre(request: ModelRequest) {
  const asked = request.messages.findLastIndex(({ role }) => role === 'user')
  const round = request.messages[asked]?.text ?? ''
  const steps = request.messages.slice(asked).filter(({ role }) => role === 'assistant').length
  return { round, steps, asked }
}

/** Tools that append one line to a file for every effect. */
export function countingTools(effectsFile: string, traps: Traps): readonly Tool[] {
  return [
    counting('count.ask', { category: 'execute', repeat: 'never' }, effectsFile, traps),
    counting('count.auto', { category: 'execute', repeat: 'never' }, effectsFile, traps),
    counting('count.safe', { category: 'read', repeat: 'safe' }, effectsFile, traps),
    // Checks whether it was done before it is repeated.
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
