import { workflowRoutes, type NodeTypeView } from '@countersign/protocol'
import { visibleLine } from '../../chat/visible.ts'
import type { Api } from '../../server-client.ts'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'

type Nodes =
  | { readonly ok: true; readonly nodes: readonly NodeTypeView[] }
  | { readonly ok: false; readonly message: string }

async function readNodes(api: Api): Promise<Nodes> {
  const answer = await api.call(workflowRoutes.nodes, {})
  return answer.ok ? { ok: true, nodes: answer.body.nodes } : answer
}

/** Whether all words occur in what people read about it. */
function hasWords({ type, title, group, about }: NodeTypeView, words: readonly string[]): boolean {
  const text = `${type} ${title} ${group} ${about}`.toLowerCase()
  return words.every((word) => text.includes(word.toLowerCase()))
}

export function listNodes(words: readonly string[], { json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const read = await readNodes(api)
    if (!read.ok) return complain(read.message)
    const found = read.nodes.filter((node) => hasWords(node, words))
    if (json === true) return print(JSON.stringify(found, null, 2))
    if (found.length === 0) return complain('there is no such node; `countersign workflow nodes` shows all')
    return print(found.map(({ type, title, about }) => visibleLine(`${type}: ${title}. ${about}`)).join('\n'))
  })
}

/** One node type, or why there is none, with types that are similar. */
export async function nodeType(api: Api, type: string): Promise<NodeTypeView | string> {
  const read = await readNodes(api)
  if (!read.ok) return read.message
  const found = read.nodes.find((node) => node.type === type)
  if (found !== undefined) return found
  const words = type.split(/[._\s]+/).filter(Boolean)
  const near = read.nodes.filter((node) => words.some((word) => hasWords(node, [word]))).slice(0, 5)
  const similar = near.length === 0 ? '' : `; similar: ${near.map((node) => node.type).join(', ')}`
  return `there is no node \`${type}\`${similar}; \`countersign workflow nodes\` shows all`
}

export function showNode(type: string, { json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const node = await nodeType(api, type)
    if (typeof node === 'string') return complain(node)
    return print(json === true ? JSON.stringify(node, null, 2) : nodeLines(node).join('\n'))
  })
}

const DESTRUCTIVE = {
  no: '',
  maybe: ', may be destructive',
  yes: ', destructive',
} as const

function nodeLines({ type, title, about, kind, category, destructive, inputs, outputs }: NodeTypeView) {
  const effect =
    kind === 'tool'
      ? `tool (${category ?? 'execute'}${DESTRUCTIVE[destructive]}), decided at each call`
      : kind
  const ports = (all: NodeTypeView['inputs'], isInput: boolean): readonly string[] =>
    all.length === 0
      ? ['  –']
      : all.map(({ name, schema, required }) => {
          const standard = 'default' in schema ? `, default ${JSON.stringify(schema['default'])}` : ''
          const need = isInput ? (required ? ', required' : standard || ', optional') : ''
          const words = typeof schema['description'] === 'string' ? `: ${schema['description']}` : ''
          return visibleLine(`  ${name} (${typeName(schema)}${need})${words}`)
        })
  return [
    visibleLine(`${type}: ${title}`),
    visibleLine(about),
    effect,
    'inputs',
    ...ports(inputs, true),
    'outputs',
    ...ports(outputs, false),
  ]
}

function typeName({ type, enum: values }: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(type)) return type.join(' | ')
  return typeof type === 'string' ? type : 'any'
}
