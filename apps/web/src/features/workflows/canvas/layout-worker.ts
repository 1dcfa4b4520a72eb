import { graphlib, layout } from '@dagrejs/dagre'
import type { LayoutAnswer, LayoutAsk } from '../model/places.ts'

/** Arranges nodes from left to right. `tight-tree` takes 0.3 s where the default takes seconds. */
function arranged({ nodes, edges }: LayoutAsk): LayoutAnswer {
  const graph = new graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', ranker: 'tight-tree', nodesep: 40, ranksep: 80 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  for (const [from, to] of edges) graph.setEdge(from, to)
  layout(graph)
  return nodes.map(({ id, width, height }) => {
    const { x, y } = graph.node(id) as { readonly x: number; readonly y: number } // the layout assigned it a position
    return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }]
  })
}

self.addEventListener('message', (event: MessageEvent<LayoutAsk>) => {
  // A worker answers the page that started it; there is no other origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  self.postMessage(arranged(event.data))
})
