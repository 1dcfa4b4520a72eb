/**
 * The workflow of every round: a card, a denied one whose error port continues, a list, a wait, a question, and tools of every kind of
 * repetition.
 */
const wire = (from: string, out: string, to: string, input: string) => ({
  from: [from, out],
  to: [to, input],
})
const node = (id: string, type: string, inputs: object = {}, more: object = {}) => ({
  id,
  type,
  inputs,
  ...more,
})
const TEXT = { type: 'string' }

/** A token for each counting node, derived from the round's name. */
const token = (name: string) => node(`t_${name}`, 'text.template', { template: `{{round}}.${name}` })
const counted = (name: string, tool: string) => ({
  nodes: [token(name), node(name, tool)],
  edges: [wire('$input', 'round', `t_${name}`, 'round'), wire(`t_${name}`, 'text', name, 'token')],
})

const ITEMS = 5
const PIECES = [
  counted('a', 'count.ask'),
  counted('b', 'count.ask'),
  counted('f', 'count.auto'),
  counted('d', 'count.safe'),
  counted('k', 'count.keyed'),
]

export const STORY = {
  version: 1,
  name: 'Story',
  inputs: { round: { schema: TEXT } },
  outputs: { said: ['q', 'text'], all: ['each', 'items'] },
  nodes: [
    ...PIECES.flatMap(({ nodes }) => nodes),
    node(
      'each',
      'map',
      { items: Array.from({ length: ITEMS }, (_, index) => `m${index}`), parallel: 2 },
      {
        body: {
          inputs: { item: { schema: TEXT }, round: { schema: TEXT } },
          outputs: { result: ['one', 'text'] },
          nodes: [node('t', 'text.template', { template: '{{round}}.{{item}}' }), node('one', 'count.auto')],
          edges: [
            wire('$input', 'round', 't', 'round'),
            wire('$input', 'item', 't', 'item'),
            wire('t', 'text', 'one', 'token'),
          ],
        },
      },
    ),
    node('nap', 'time.wait', { for: '300ms' }),
    node('ask', 'human.ask', { question: 'What now?' }, { ports: { outputs: { answer: TEXT } } }),
    node('q', 'count.auto'),
    node('t_q', 'text.template', { template: '{{round}}.{{said}}' }),
  ],
  edges: [
    ...PIECES.flatMap(({ edges }) => edges),
    // The refusal of `b` starts `f`.
    wire('b', 'error', 'f', '$after'),
    wire('$input', 'round', 'each', 'round'),
    wire('nap', 'time', 'ask', '$after'),
    wire('$input', 'round', 't_q', 'round'),
    wire('ask', 'answer', 't_q', 'said'),
    wire('t_q', 'text', 'q', 'token'),
  ],
}

export const ANSWER = 'q'

/** The effects of a round, each once. `b` is denied. */
export function expectedEffects(round: string): readonly string[] {
  const items = Array.from({ length: ITEMS }, (_, index) => `m${index}`)
  return ['a', 'f', 'k', ANSWER, ...items].map((name) => `${round}.${name}`)
}
