import type { ModelRequest } from '@countersign/agent'

/** A call that an agent of the script makes. */
export interface WantedCall {
  readonly tool: string
  readonly input: object
}

/** Rounds of this name have sub-agents three deep, some of which ask, while others run. */
export function isTree(asked: string): boolean {
  return asked.startsWith('tree')
}

/** The calls of the agent at a path in its first step. In the second it reports the results. */
const TREE: Readonly<Record<string, readonly (readonly [tool: string, name: string])[]>> = {
  '': [
    ['run_subtask', 'left'],
    ['run_subtask', 'right'],
    ['count.auto', 'r'],
  ],
  '/left': [
    ['run_subtask', 'deep'],
    ['count.ask', 'a'],
  ],
  '/left/deep': [
    ['count.keyed', 'k'],
    ['run_subtask', 'last'],
  ],
  '/left/deep/last': [
    ['count.ask', 'a'],
    ['count.auto', 'c'],
    ['count.safe', 's'],
  ],
  '/right': [
    ['count.ask', 'b'],
    ['count.safe', 's'],
  ],
}

/** The calls of an agent's first step. Title and instructions of a sub-agent are its path: `tree3/left/deep`. */
export function treeCalls(path: string): readonly WantedCall[] {
  const slash = path.indexOf('/')
  const wanted = TREE[slash === -1 ? '' : path.slice(slash)] ?? []
  return wanted.map(([tool, name]) =>
    tool === 'run_subtask'
      ? { tool, input: { title: `${path}/${name}`, instructions: `${path}/${name}` } }
      : { tool, input: { token: `${path}.${name}` } },
  )
}

/** The final text of an agent: all its results, in the order of its calls. */
export function treeResult(path: string, told: readonly string[]): string {
  return `done ${path}: ${JSON.stringify(told)}`
}

/** The results that an agent got from its calls in this turn, in order. */
export function toldIn(request: ModelRequest, from: number): readonly string[] {
  return request.messages.slice(from).flatMap((message) => (message.role === 'tool' ? [message.text] : []))
}
