import type { CallReport, Report } from './messages.ts'
import { isTree, treeResult } from './tree-story.ts'

/** Calls and results in the wrong place of their turn's tree, in sentences. Pure. */
export function misplaced({ calls, turns }: Report): readonly string[] {
  const inTrees = calls.filter(({ token }) => isTree(token))
  const byId = new Map(inTrees.map((call) => [call.id, call]))
  return [
    ...inTrees.flatMap((call) => wrongPlace(call, byId)),
    ...inTrees.flatMap((call) => wrongResult(call, inTrees)),
    ...turns.flatMap((turn) => wrongAnswer(turn, inTrees)),
    ...turns.flatMap((turn) => twiceProposed(turn, inTrees)),
  ]
}

/** An agent's path is the title of the call that started it; its tokens have the path before the dot. */
function pathAbove({ tool, token }: CallReport): string {
  return token.slice(0, token.lastIndexOf(tool === 'run_subtask' ? '/' : '.'))
}

function wrongPlace(call: CallReport, byId: ReadonlyMap<string, CallReport>): readonly string[] {
  const path = pathAbove(call)
  const depth = path.split('/').length - 1
  const above = call.parentId === null ? undefined : byId.get(call.parentId)
  const right = depth === 0 ? call.parentId === null : above?.token === path
  return right && call.depth === depth
    ? []
    : [`${call.token} is at depth ${call.depth} below ${above?.token ?? 'the root'}`]
}

/** Results of the calls of one agent, in the order in which it asked for them. */
function resultsBelow(path: string, calls: readonly CallReport[]): readonly string[] {
  return calls.filter((call) => pathAbove(call) === path).map(({ result }) => result ?? '')
}

/** A successful sub-agent returns the results of its own calls, and nothing else. */
function wrongResult(call: CallReport, calls: readonly CallReport[]): readonly string[] {
  if (call.tool !== 'run_subtask') return []
  if (call.state !== 'succeeded') return [`the sub-agent ${call.token} is ${call.state}`]
  const expected = treeResult(call.token, resultsBelow(call.token, calls))
  return call.result?.endsWith(expected) === true ? [] : [`${call.token} says ${call.result ?? 'nothing'}`]
}

function wrongAnswer(
  { round, said, status }: Report['turns'][number],
  calls: readonly CallReport[],
): readonly string[] {
  if (!isTree(round) || status !== 'done') return []
  const expected = treeResult(round, resultsBelow(round, calls))
  return said.endsWith(expected) ? [] : [`${round} ended with ${said}`]
}

/** A repeated step has the same calls. */
function twiceProposed({ round }: Report['turns'][number], calls: readonly CallReport[]): readonly string[] {
  const tokens = calls.filter(({ token }) => token.split(/[./]/)[0] === round).map(({ token }) => token)
  const twice = tokens.filter((token, index) => tokens.indexOf(token) !== index)
  return twice.map((token) => `${token} was proposed twice`)
}

/** Answers that were requested again although they had been stored, in sentences. Lines in chronological order. */
export function askedAgain(lines: readonly string[]): readonly string[] {
  const kept = new Set<string>()
  const again: string[] = []
  for (const line of lines) {
    const [verb = '', ...words] = line.split(' ')
    const answer = words.join(' ')
    if (verb === 'kept') kept.add(answer)
    else if (kept.has(answer)) again.push(`the model was asked again for ${answer}`)
  }
  return again
}
