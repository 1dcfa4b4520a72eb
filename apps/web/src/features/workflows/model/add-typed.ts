import type { NodeTypeView } from '@countersign/protocol'
import { assignable, type Endpoint, type JsonSchema } from '@countersign/workflow'
import { editorTexts as texts } from '../texts.ts'
import { addNode, connect } from './changes.ts'
import { applyOps } from './edit.ts'
import type { DraftSession } from './session.ts'

/** Where the palette adds a node, and the output that it should fit. */
export interface PaletteAt {
  readonly body: string
  readonly from?: { readonly end: Endpoint; readonly schema: JsonSchema; readonly label: string }
  readonly place?: { readonly x: number; readonly y: number }
}

/** Adds a node of a type and selects it; wires the given output, if any, to the input that it fits best. */
export function addTyped(session: DraftSession, at: PaletteAt, type: NodeTypeView): void {
  const { id, address, ops } = addNode(session.graph, { body: at.body, type: type.type, place: at.place })
  const wire = at.from === undefined ? [] : wireTo(type, id, at.from)
  const after = applyOps(session.graph, ops).graph
  session.act(texts.addNode, [...ops, ...wire.flatMap((edge) => connect(after, at.body, edge))])
  session.select(address)
}

/** The first input that the output fits, required ones first. */
function wireTo(type: NodeTypeView, id: string, from: NonNullable<PaletteAt['from']>) {
  const score = (input: NodeTypeView['inputs'][number]): number =>
    (assignable(from.schema, input.schema) === 'yes' ? 2 : 0) + (input.required ? 1 : 0)
  const [port] = type.inputs
    .filter(({ schema }) => assignable(from.schema, schema) !== 'no')
    .toSorted((a, b) => score(b) - score(a))
  return port === undefined ? [] : [{ from: from.end, to: [id, port.name] as const }]
}

/** Types that match the query: those that accept the output first, then the best match. */
export function foundTypes(
  types: readonly NodeTypeView[],
  query: string,
  from?: JsonSchema,
): readonly NodeTypeView[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return types
    .map((type) => ({ type, score: scoreOf(type, words), takes: takes(type, from) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.takes - a.takes || b.score - a.score)
    .map(({ type }) => type)
}

/** How well a type accepts a value: 2 fits, 1 is checked at run time, 0 does not fit. */
export function takes(type: NodeTypeView, from: JsonSchema | undefined): number {
  if (from === undefined) return 0
  const fits = type.inputs.map(({ schema }) => assignable(from, schema))
  return fits.includes('yes') ? 2 : fits.includes('check') ? 1 : 0
}

function scoreOf(type: NodeTypeView, words: readonly string[]): number {
  if (words.length === 0) return 1
  const [name, title, about] = [type.type, type.title, type.about].map((text) => text.toLowerCase())
  let sum = 0
  for (const word of words) {
    const score =
      (name?.includes(word) === true ? 4 : 0) +
      (title?.includes(word) === true ? 3 : 0) +
      (about?.includes(word) === true ? 1 : 0)
    if (score === 0) return 0
    sum += score
  }
  return sum
}
