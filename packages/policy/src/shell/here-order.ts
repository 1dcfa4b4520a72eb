import type { Node, Redirect, Script } from './ast.ts'

/**
 * True when a command follows a here-document in a `$(…)`, `<(…)` or `>(…)`. Bash prints the inside of these again before it runs it, and
 * drops the next `;` after a here-document: `$(: <<E … E; git; push)` runs `git push`.
 */
export function followsHereDocument(script: Script): boolean {
  const order: Order = { here: Infinity, last: -1 }
  visitScript(script, order)
  return order.last > order.here
}

interface Order {
  /** Where the first here-document begins. */
  here: number
  /** Where the last statement begins. */
  last: number
}

function visitScript({ statements }: Script, order: Order): void {
  for (const { node } of statements) {
    order.last = Math.max(order.last, node.range.start)
    visitNode(node, order)
  }
}

function visitRedirects(redirects: readonly Redirect[], order: Order): void {
  for (const redirect of redirects) {
    if (redirect.kind === 'here' && !redirect.newline) order.here = Math.min(order.here, redirect.range.start)
  }
}

function visitNode(node: Node, order: Order): void {
  switch (node.kind) {
    case 'simple':
      return visitRedirects(node.redirects, order)
    case 'redirected':
      visitNode(node.node, order)
      return visitRedirects(node.redirects, order)
    case 'pipeline':
      return node.stages.forEach((stage) => visitNode(stage, order))
    case 'and-or':
      visitNode(node.first, order)
      return node.rest.forEach((right) => visitNode(right.node, order))
    case 'if':
      for (const { condition, body } of node.branches) {
        visitScript(condition, order)
        visitScript(body, order)
      }
      return node.otherwise === undefined ? undefined : visitScript(node.otherwise, order)
    case 'loop':
      visitScript(node.condition, order)
      return visitScript(node.body, order)
    case 'for':
    case 'select':
    case 'arithmetic-for':
    case 'group':
    case 'subshell':
      return visitScript(node.body, order)
    case 'case':
      return node.items.forEach((item) => visitScript(item.body, order))
    case 'function':
    case 'coproc':
      return visitNode(node.body, order)
    case 'test':
    case 'arithmetic':
      return undefined
    default:
      return node satisfies never
  }
}
