import { RowNode, TabNode, TabSetNode } from 'flexlayout-react'
import type { Model, Node } from 'flexlayout-react'

/** Locates nodes in a layout. Nothing here changes a layout. */

export function tabsOf(model: Model): readonly TabNode[] {
  return nodesOf(model).filter((node) => node instanceof TabNode)
}

export function setsOf(model: Model): readonly TabSetNode[] {
  return nodesOf(model).filter((node) => node instanceof TabSetNode)
}

function nodesOf(model: Model): readonly Node[] {
  const nodes: Node[] = []
  model.visitNodes((node) => {
    nodes.push(node)
  })
  return nodes
}

export function tabIn(model: Model, id: string): TabNode | undefined {
  const node = model.getNodeById(id)
  return node instanceof TabNode ? node : undefined
}

export function setOf(node: TabNode): TabSetNode | undefined {
  const parent = node.getParent()
  return parent instanceof TabSetNode ? parent : undefined
}

/** Whether a pane is the selected tab of its tab set. */
export function isInFront(model: Model, id: string): boolean {
  return tabIn(model, id)?.isSelected() === true
}

/** The names of the panes that a node shows; for several tab sets, all of them. */
function nameIn(node: Node | undefined): string | undefined {
  if (node instanceof TabSetNode) {
    const [first] = node.getChildren()
    const shown = node.getSelectedNode() ?? first
    return shown instanceof TabNode ? shown.getName() : undefined
  }
  if (!(node instanceof RowNode)) return undefined
  const names = node.getChildren().flatMap((child) => nameIn(child) ?? [])
  return names.length === 0 ? undefined : names.join(' and ')
}

/** Describes the new position in words: "Terminal is right of Chat." */
export function whereIs(model: Model, id: string): string {
  const node = tabIn(model, id)
  const set = node === undefined ? undefined : setOf(node)
  if (node === undefined || set === undefined) return ''
  const name = node.getName()
  const others = set.getChildren().flatMap((tab) => (tab instanceof TabNode && tab !== node ? [tab] : []))
  const with_ =
    others.length === 0
      ? []
      : [
          `in one place with ${others.map((tab) => tab.getName()).join(' and ')}`,
          node.isSelected() ? 'in front' : 'behind it',
        ]
  const beside = besideWhat(set)
  const words = [...(beside === undefined ? [] : [beside]), ...with_]
  return words.length === 0 ? `${name} is open.` : `${name} is ${words.join(', ')}.`
}

function besideWhat(set: TabSetNode): string | undefined {
  const row = set.getParent()
  if (!(row instanceof RowNode)) return undefined
  const places = row.getChildren()
  const at = places.indexOf(set)
  const isRow = row.getOrientation().getName() === 'horz'
  const before = nameIn(places[at - 1])
  if (before !== undefined) return `${isRow ? 'right of' : 'below'} ${before}`
  const after = nameIn(places[at + 1])
  if (after !== undefined) return `${isRow ? 'left of' : 'above'} ${after}`
  return undefined
}
