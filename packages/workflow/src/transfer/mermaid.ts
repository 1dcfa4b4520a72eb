import { AFTER, type Graph, type GraphBody } from '../format.ts'

/** Renders a graph as a Mermaid flowchart. */
export function toMermaid(graph: Graph): string {
  const lines = ['flowchart LR', ...bodyLines(graph, '', '  ')]
  return `${lines.join('\n')}\n`
}

function bodyLines(body: GraphBody, address: string, indent: string): string[] {
  const name = (id: string) =>
    `n_${`${address}${id}`.replaceAll(/[^\w]/g, (character) => `_${character.codePointAt(0) ?? 0}_`)}`
  const lines: string[] = []
  const named = new Set(body.edges.flatMap(({ from }) => (from[0] === '$input' ? [from[0]] : [])))
  for (const input of named) lines.push(`${indent}${name(input)}([inputs])`)
  for (const { id, type, title, body: inner } of body.nodes) {
    const label = quoted(title === undefined ? `${id}: ${type}` : `${title}: ${type}`)
    if (inner === undefined) lines.push(`${indent}${name(id)}["${label}"]`)
    else {
      lines.push(`${indent}subgraph ${name(id)}["${label}"]`)
      lines.push(...bodyLines(inner, `${address}${id}/`, `${indent}  `), `${indent}end`)
    }
  }
  for (const { from, to } of body.edges) {
    const arrow = to[1] === AFTER ? '-.->' : '-->'
    lines.push(`${indent}${name(from[0])} ${arrow}|"${quoted(`${from[1]} → ${to[1]}`)}"| ${name(to[0])}`)
  }
  return lines
}

/** Escapes text so that it cannot close its quotes or become markup. */
function quoted(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\r\n]+/g, ' ')
}
