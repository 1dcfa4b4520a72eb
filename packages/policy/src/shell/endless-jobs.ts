import type { ArithmeticForNode, LoopNode, Node, Script, SimpleNode } from './ast.ts'

/** An endless loop that starts a job in every round and waits for none, so that jobs accumulate. */
export function startsEndlessJobs(node: LoopNode | ArithmeticForNode): boolean {
  const endless =
    node.kind === 'loop' ? isAlways(node.condition, node.until) : (node.test?.text.trim() ?? '') === ''
  return (
    endless && node.body.statements.some(({ background }) => background) && !node.body.statements.some(pauses)
  )
}

/** `true`, `:`, `[ 1 ]`, `((1))`; for `until`: `false`. */
function isAlways({ statements }: Script, until: boolean): boolean {
  const [only, more] = statements
  if (only === undefined || more !== undefined) return false
  const { node } = only
  if (node.kind === 'arithmetic') return !until && /^\s*[1-9]\d*\s*$/.test(node.expression.text)
  if (node.kind !== 'simple') return false
  const words = node.words.map(textOf).join(' ')
  return until ? words === 'false' : /^(?:true|:|\/bin\/true|\[ (?:1|true) \]|test 1|sleep 0)$/.test(words)
}

type Statement = Script['statements'][number]

/** Something in the foreground takes time, or ends the loop. */
function pauses({ node, background }: Statement): boolean {
  return !background && takesTime(node)
}

function takesTime(node: Node): boolean {
  switch (node.kind) {
    case 'simple':
      return PAUSES.test(textOf(node.words[0]))
    case 'and-or':
      return [node.first, ...node.rest.map((each) => each.node)].some(takesTime)
    case 'group':
    case 'subshell':
      return node.body.statements.some(pauses)
    case 'redirected':
      return takesTime(node.node)
    case 'pipeline':
      return node.stages.some(takesTime)
    case 'if':
      return [...node.branches.flatMap(({ condition, body }) => [condition, body]), node.otherwise].some(
        (script) => script?.statements.some(pauses) === true,
      )
    case 'case':
      return node.items.some(({ body }) => body.statements.some(pauses))
    default:
      return false
  }
}

const PAUSES =
  /^(?:sleep|usleep|wait|read|break|exit|return|inotifywait|fswatch|entr|timeout|nc|socat|flock|kill)$/

function textOf(word: SimpleNode['words'][number] | undefined): string {
  if (word?.kind !== 'word') return ''
  return word.parts.map((part) => (part.kind === 'text' ? part.text : '$')).join('')
}
