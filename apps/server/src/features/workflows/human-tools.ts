import { defineTool, type CallStore, type StoredCall, type Tool } from '@countersign/agent'
import { buildBody, questionBody, readBody } from '@countersign/protocol'
import { misfit } from '@countersign/workflow'
import { z } from 'zod'
import type { AnswerMeaning } from '../../platform/answer-meanings.ts'

const ASK = 'human.ask'
const APPROVE = 'human.approve'
export const HUMAN_TOOLS: readonly string[] = [ASK, APPROVE]

const QUESTION = {
  category: 'read',
  destructive: false,
  editSafe: false,
  asks: 'always',
  capability: 'safe',
  repeat: 'safe',
  parallelSafe: true,
  waits: true,
} as const

type Fields = Readonly<Record<string, unknown>>

/** The form of `human.ask`: the outputs declared in the graph. */
function askSchema(outputs: Fields | undefined): Fields {
  const properties = outputs ?? { answer: { type: 'string' } }
  return { type: 'object', properties, required: Object.keys(properties) }
}

/** Questions that workflows ask. A person's answer, validated against its schema, is the output of the node. */
export function humanTools(calls: Pick<CallStore, 'find'>): readonly Tool[] {
  const signatureOf = async (id: StoredCall['call']['id']) => (await calls.find(id))?.signature
  const ask = defineTool({
    ...QUESTION,
    name: ASK,
    description: 'Asks a person.',
    specifier: { kind: 'text', template: '{question}' },
    input: z.object({
      question: z.string().min(1).max(10_000),
      value: z.unknown().optional(),
      $outputs: z.record(z.string(), z.unknown()).optional(),
    }),
    title: () => 'Answer a question',
    inspect: ({ question, value, $outputs }) => ({
      specifier: { kind: 'text', text: question },
      body: buildBody(questionBody, {
        data: {
          question,
          schema: askSchema($outputs),
          may_edit: true,
          ...(value === undefined ? {} : { value }),
        },
        entries: entriesOf(question, value),
      }),
      targets: [],
    }),
    async run({ $outputs }, { call }) {
      const signature = await signatureOf(call.id)
      // An approval with a comment answers a question that expects a single text.
      const answer = signature?.answer ?? { answer: signature?.feedback ?? '' }
      const problem = problemOf(askSchema($outputs), answer)
      if (problem !== undefined) return { ok: false, code: 'no_answer', text: problem }
      return { ok: true, text: JSON.stringify(answer), value: answer as Fields } // the schema describes an object
    },
  })
  const approve = defineTool({
    ...QUESTION,
    name: APPROVE,
    description: 'Shows a value to a person, who accepts, edits or rejects it.',
    specifier: { kind: 'text', template: '{question}' },
    input: z.object({
      question: z.string().max(10_000).optional(),
      value: z.unknown(),
      editable: z.boolean().optional(),
    }),
    output: z.object({ value: z.unknown(), words: z.string() }),
    title: () => 'Approve a value',
    inspect: ({ question = 'Is this right?', value, editable = false }) => ({
      specifier: { kind: 'text', text: question },
      body: buildBody(questionBody, {
        data: { question, schema: editable ? {} : { const: value }, value, may_edit: editable },
        entries: entriesOf(question, value),
      }),
      targets: [],
    }),
    async run({ value }, { call }) {
      const signature = await signatureOf(call.id)
      const passed = signature?.answer === undefined ? value : signature.answer
      const words = signature?.feedback ?? ''
      return { ok: true, text: JSON.stringify(passed), value: { value: passed, words } }
    },
  })
  return [ask, approve]
}

function entriesOf(question: string, value: unknown) {
  const shown =
    value === undefined ? [] : [{ name: 'value', value: JSON.stringify(value), json: true as const }]
  return [{ name: 'question', value: question }, ...shown]
}

/** Why an answer does not match the form; undefined if it does. */
function problemOf(schema: Fields, answer: unknown): string | undefined {
  const why = misfit(answer, schema)
  return why === undefined ? undefined : `the answer does not match the form: ${why}`
}

/** Refuses an answer that does not match the form; the question stays open. */
export const humanMeaning: AnswerMeaning = {
  problem({ call }, { answer, grant }) {
    if (grant !== undefined) return Promise.resolve('a question has nothing to grant')
    const question = readBody(questionBody, call.body)
    if (question === undefined) return Promise.resolve('this call is not a question')
    return Promise.resolve(problemOf(question.schema, answer))
  },
  write: () => Promise.resolve(),
}
