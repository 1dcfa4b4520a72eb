import { readPick, readGraph, type Edge, type GraphNode } from '@countersign/workflow'
import { z } from 'zod'
import type { ClientTool, RunOf } from '../../platform/client-tool.ts'
import { windowPanes } from '../../platform/window-panes.ts'
import { graphByHash } from './graph-by-hash.ts'
import { addNode, changeNode, connect, paste, removeNode } from './model/changes.ts'
import { bodyAt, joinAddress, nodeAt, splitAddress, type Op } from './model/edit.ts'
import { withGhosts } from './model/ghosts.ts'
import { editorOf, openWorkflows, type OpenEditor } from './model/open-sessions.ts'
import { gridPlaces } from './model/places.ts'
import { portsOf } from './model/ports.ts'

/**
 * The agent's actions in the workflow editor, after the gate. Proposals are drawn and change nothing; `ui_apply`, which asks, applies them to the
 * draft. Nothing here uses a person's routes.
 */

type Said = Awaited<ReturnType<ClientTool['run']>>

const good = (text: string): Said => ({ ok: true, text })
const bad = (text: string): Said => ({ ok: false, text })

const Of = z.object({ workflow_id: z.string() })
const Address = Of.extend({ node: z.string() })
const Values = z.record(z.string(), z.json())

export async function runTool(name: string, args: unknown, _signal: AbortSignal, of: RunOf): Promise<Said> {
  if (name === 'open_workflow') return openWorkflow(args, of)
  const { workflow_id: id } = Of.parse(args)
  const editor = editorOf(id)
  if (editor === undefined) {
    const open = openWorkflows()
    return bad(
      `workflow \`${id}\` is not open in this window; ${open.length === 0 ? 'none is' : `open: ${open.join(', ')}`}. Call ui_open_workflow first`,
    )
  }
  return (HANDLERS[name] ?? unknownTool)(name === 'paste' ? await withGraph(args) : args, editor)
}

/** Loads a built graph, which is referred to by its hash. */
async function withGraph(args: unknown): Promise<unknown> {
  const { hash, graph, ...rest } = z
    .looseObject({ hash: z.string().optional(), graph: z.unknown().optional() })
    .parse(args)
  if (graph !== undefined || hash === undefined) return args
  return { ...rest, graph: await graphByHash(hash) }
}

function unknownTool(): Said {
  return bad('this page has no such tool')
}

function openWorkflow(args: unknown, { thread }: RunOf): Said {
  const { workflow_id: id } = Of.parse(args)
  if (editorOf(id) !== undefined) return good('it is open')
  const source = windowPanes.source()
  if (source === undefined || source.thread !== thread)
    return bad('this chat has no workbench in this window')
  return source.open('workflow', { id })
}

type Handler = (args: unknown, editor: OpenEditor) => Said

const HANDLERS: Readonly<Record<string, Handler>> = {
  get_graph(_args, { session }) {
    const { ghosts, workflow, revision } = session.now()
    return good(
      JSON.stringify({
        graph: session.graph,
        proposals: ghosts.map(({ number, label }) => ({ number, label })),
        revision,
        problems: workflow.problems,
      }),
    )
  },
  search_nodes(args, { types }) {
    const { query } = Of.extend({ query: z.string() }).parse(args)
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    const found = [...types().values()].filter(({ type, title, about }) =>
      words.every((word) => `${type} ${title} ${about}`.toLowerCase().includes(word)),
    )
    if (found.length === 0) return bad(`no node has these words; there are ${types().size} types`)
    return good(
      found
        .slice(0, 30)
        .map(({ type, title, about }) => `${type}: ${title}. ${about}`)
        .join('\n'),
    )
  },
  select(args, { session }) {
    const { node } = Address.parse(args)
    if (nodeAt(session.graph, node) === null) return noNode(session.graph, node)
    session.select(node)
    return good(`${node} is selected`)
  },
  add_node(args, editor) {
    const {
      node_type: type,
      body = '',
      inputs = {},
      title,
      id,
    } = Of.extend({
      node_type: z.string(),
      body: z.string().optional(),
      id: z.string().optional(),
      title: z.string().optional(),
      inputs: Values.optional(),
    }).parse(args)
    const { types } = editor
    if (types().size > 0 && !types().has(type))
      return bad(`there is no node \`${type}\`; use ui_search_nodes`)
    const graph = drawn(editor)
    if (bodyAt(graph, body) === null) return bad(`\`${body}\` has no body`)
    const added = addNode(graph, { body, type, id })
    const ops = added.ops.map((op): Op => {
      if (op.kind !== 'put_node') return op
      return { ...op, node: { ...op.node, inputs, ...(title === undefined ? {} : { title }) } }
    })
    return proposed(editor, `add ${added.address} (${type})`, ops, `it is \`${added.address}\``)
  },
  update_node_data(args, editor) {
    const { node, inputs, bounds, timeout, ports } = Address.extend({
      inputs: Values.optional(),
      bounds: z.array(z.string()).optional(),
      timeout: z.string().optional(),
      ports: z.object({ inputs: Values.optional(), outputs: Values.optional() }).optional(),
    }).parse(args)
    const graph = drawn(editor)
    const before = nodeAt(graph, node)
    if (before === null) return noNode(graph, node)
    const change: Partial<GraphNode> = {
      ...(inputs === undefined ? {} : { inputs: { ...before.inputs, ...inputs } }),
      ...(bounds === undefined ? {} : { bounds }),
      ...(timeout === undefined ? {} : { timeout }),
      ...(ports === undefined ? {} : { ports: ports as NonNullable<GraphNode['ports']> }), // schemas are JSON; the compiler reads them
    }
    return proposed(
      editor,
      `change ${node}: ${Object.keys(inputs ?? change).join(', ')}`,
      changeNode(graph, node, change),
    )
  },
  set_node_title(args, editor) {
    const { node, title } = Address.extend({ title: z.string().max(200) }).parse(args)
    const graph = drawn(editor)
    if (nodeAt(graph, node) === null) return noNode(graph, node)
    return proposed(editor, `title of ${node}: ${title}`, changeNode(graph, node, { title }))
  },
  connect_nodes(args, editor) {
    const wire = readWire(args)
    const graph = drawn(editor)
    const problem = wireProblem(editor, wire)
    if (problem !== undefined) return problem
    return proposed(editor, `wire ${words(wire.edge)}`, connect(graph, wire.body, wire.edge))
  },
  delete_edge(args, editor) {
    const { body, edge } = readWire(args)
    const graph = drawn(editor)
    const found = bodyAt(graph, body)?.edges.find(
      ({ from, to }) => from.join() === edge.from.join() && to.join() === edge.to.join(),
    )
    if (found === undefined) {
      const there = bodyAt(graph, body)?.edges.map(words) ?? []
      return bad(`there is no wire ${words(edge)}; there are: ${there.join('; ') || 'none'}`)
    }
    return proposed(editor, `remove wire ${words(edge)}`, [{ kind: 'remove_edge', body, edge: found }])
  },
  delete_node(args, editor) {
    const { node } = Address.parse(args)
    const graph = drawn(editor)
    if (nodeAt(graph, node) === null) return noNode(graph, node)
    return proposed(editor, `remove ${node}`, removeNode(graph, node))
  },
  move_node(args, editor) {
    const { node, x, y } = Address.extend({ x: z.number(), y: z.number() }).parse(args)
    const graph = drawn(editor)
    if (nodeAt(graph, node) === null) return noNode(graph, node)
    return proposed(editor, `move ${node}`, [{ kind: 'set_place', address: node, place: { x, y } }])
  },
  paste(args, editor) {
    const { graph: json, body = '' } = Of.extend({ graph: z.unknown(), body: z.string().optional() }).parse(
      args,
    )
    const read = readGraph(json)
    if (!read.ok) return bad(read.error.map(({ message }) => message).join('; '))
    const { nodes, edges, inputs, outputs } = read.value
    const graph = drawn(editor)
    if (bodyAt(graph, body) === null) return bad(`\`${body}\` has no body`)
    return pasted(editor, { body, clip: { nodes, edges }, inputs, outputs })
  },
  layout(_args, editor) {
    const graph = drawn(editor)
    const ops = [...gridPlaces(graph, '')].map(([address, place]): Op => ({
      kind: 'set_place',
      address,
      place,
    }))
    return proposed(editor, 'arrange all nodes', ops)
  },
  discard(_args, { session }) {
    const many = session.now().ghosts.length
    session.decline('all')
    return good(`${many} proposals are gone`)
  },
  /** The server has already applied these to the draft. */
  apply(args, { session }) {
    const {
      applied,
      declined,
      draft_base: base,
    } = Of.extend({
      applied: z.array(z.number()),
      declined: z.array(z.number()).default([]),
      draft_base: z.number(),
    }).parse(args)
    session.answered({ applied, declined }, base)
    return good(`${applied.length} proposals are in the draft now`)
  },
}

/** The graph with all proposals applied. */
function drawn({ session }: OpenEditor) {
  return withGhosts(session.graph, session.now().ghosts)
}

function proposed(editor: OpenEditor, label: string, ops: readonly Op[], more?: string): Said {
  const { number } = editor.session.propose(label, ops)
  const { revision } = editor.session.now()
  return good(
    `proposal ${number}: ${label}${more === undefined ? '' : `, ${more}`}. Nothing changed yet. Revision ${revision}`,
  )
}

/** Each pasted node and wire is a separate proposal, so that a person can accept some and decline others. */
function pasted(
  editor: OpenEditor,
  {
    body,
    clip,
    inputs,
    outputs,
  }: {
    readonly body: string
    readonly clip: Parameters<typeof paste>[2]
    readonly inputs: Readonly<Record<string, NonNullable<Extract<Op, { kind: 'set_input' }>['input']>>>
    readonly outputs: Readonly<Record<string, Edge['from']>>
  },
): Said {
  const before = drawn(editor)
  const { ids, ops } = paste(before, body, clip)
  const names = new Map(clip.nodes.map(({ id }, index) => [id, ids[index] ?? id]))
  for (const [name, input] of Object.entries(inputs))
    if (bodyAt(before, body)?.inputs[name] === undefined)
      editor.session.propose(`input ${name}`, [{ kind: 'set_input', body, name, input }])
  for (const op of ops)
    editor.session.propose(op.kind === 'put_node' ? `add ${op.node.id} (${op.node.type})` : labelOf(op), [op])
  for (const [name, [node, port]] of Object.entries(outputs))
    editor.session.propose(`output ${name}`, [
      { kind: 'set_output', body, name, from: [names.get(node) ?? node, port] },
    ])
  const { revision, ghosts } = editor.session.now()
  return good(
    `${ghosts.length} proposals are open; new nodes: ${ids.join(', ')}. Nothing changed yet. Revision ${revision}`,
  )
}

function labelOf(op: Op): string {
  return op.kind === 'put_edge' ? `wire ${words(op.edge)}` : op.kind
}

const Wire = Of.extend({
  body: z.string().optional(),
  from: z.tuple([z.string(), z.string()]),
  to: z.tuple([z.string(), z.string()]),
  pick: z.string().optional(),
})

function readWire(args: unknown): { readonly body: string; readonly edge: Edge } {
  const { body = '', from, to, pick } = Wire.parse(args)
  return { body, edge: { from, to, ...(pick === undefined ? {} : { pick }) } }
}

function words({ from, to }: Edge): string {
  return `${from.join('.')} to ${to.join('.')}`
}

/** The reason why a wire is impossible, with the ports that exist. */
function wireProblem(editor: OpenEditor, { body, edge }: ReturnType<typeof readWire>): Said | undefined {
  const graph = drawn(editor)
  const holder = bodyAt(graph, body)
  if (holder === null) return bad(`\`${body}\` has no body`)
  if (edge.pick !== undefined && readPick(edge.pick) === undefined)
    return bad(`\`${edge.pick}\` picks nothing`)
  const target = nodeAt(graph, joinAddress(body, edge.to[0]))
  if (target === null) return noNode(graph, joinAddress(body, edge.to[0]))
  const source = holder.nodes.find(({ id }) => id === edge.from[0])
  if (source === undefined && edge.from[0] !== '$input') return noNode(graph, joinAddress(body, edge.from[0]))
  const outputs =
    source === undefined
      ? Object.keys(holder.inputs)
      : portsOf(source, editor.types(), holder).outputs.map(({ name }) => name)
  if (!outputs.includes(edge.from[1]))
    return bad(`${edge.from[0]} has no output \`${edge.from[1]}\`; it has ${outputs.join(', ') || 'none'}`)
  const { inputs, more } = portsOf(target, editor.types(), holder)
  if (!more && edge.to[1] !== '$after' && !inputs.some(({ name }) => name === edge.to[1]))
    return bad(
      `${edge.to[0]} has no input \`${edge.to[1]}\`; it has ${inputs.map(({ name }) => name).join(', ')}`,
    )
  return undefined
}

function noNode(graph: Parameters<typeof nodeAt>[0], address: string): Said {
  const { body } = splitAddress(address)
  const there = bodyAt(graph, body)?.nodes.map(({ id }) => joinAddress(body, id)) ?? []
  return bad(`there is no node \`${address}\`; there are: ${there.join(', ') || 'none'}`)
}
