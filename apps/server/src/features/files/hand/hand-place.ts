import { decide, decideByHand, toolFacts, type Place, type Policy } from '@countersign/policy'
import type { AgentMay, ThreadId, UserId } from '@countersign/protocol'
import type { Host } from '../../../platform/host.ts'
import { noSuchThread, refuse, type Refused } from '../../../platform/route.ts'
import { isInside, subjectOf, type ResolvedSubject } from '../../../workspace/workspace-path.ts'
import { READ } from '../../../rules/reading.ts'

/** The dependencies of the routes for a person's files. */
export interface HandHost extends Pick<Host, 'gate' | 'ids' | 'home' | 'own' | 'workspace' | 'policy'> {
  readonly store: Pick<Host['store'], 'audit' | 'hands' | 'threads'>
}

/** What reporting changed files needs. */
export interface WatchHost extends HandHost, Pick<Host, 'watches' | 'clock' | 'failed'> {}

/** A person's working folder, and the agent's restrictions in it. */
export interface HandPlace {
  readonly place: Place
  /** The agent's rules and mode. */
  readonly policy: Policy
}

/** The folder of a chat, or the server's own. */
export async function handPlace(
  host: HandHost,
  user: UserId,
  threadId: ThreadId | undefined,
): Promise<HandPlace | Refused> {
  const thread = threadId === undefined ? undefined : await host.store.threads.get(user, threadId)
  if (threadId !== undefined && thread === undefined) return noSuchThread()
  const workspace = thread?.workspace ?? host.workspace
  const place = { workspace, cwd: workspace, home: host.home, own: host.own }
  const policy =
    threadId === undefined
      ? await host.policy.inFolder(user, workspace)
      : await host.policy.snapshot(threadId)
  return { place, policy }
}

/** The target of a path. Refused: outside of the workspace, or where an administrator forbids reading. */
export async function readable(
  { gate }: HandHost,
  path: string,
  place: Place,
): Promise<ResolvedSubject | Refused> {
  const subject = await subjectOf(path, place)
  if (!isInside(subject.resolved, place))
    return refuse(403, 'outside', `\`${path}\` is outside the folder of this chat`)
  const rules = await gate.policy.byHand?.()
  if (rules === undefined) throw new Error('there is no policy for what a person does by hand')
  const call = { tool: READ, specifier: { kind: 'path', paths: [subject] }, place } as const
  return decideByHand(call, rules).verdict === 'run'
    ? subject
    : refuse(403, 'denied', `an administrator's rule does not allow reading \`${path}\``)
}

/** What the agent may do with a file, and the underlying decision. */
export function agentMay(subject: ResolvedSubject, { place, policy }: HandPlace) {
  const specifier = { kind: 'path', paths: [subject] } as const
  const read = decide({ tool: READ, specifier, place }, policy)
  if (read.verdict === 'block') return { may: 'never', decision: read } as const
  const write = decide({ tool: WRITE, specifier, place }, policy)
  const may: AgentMay = write.verdict === 'run' ? 'writes' : write.verdict === 'ask' ? 'asks' : 'reads'
  return { may, decision: write }
}

const WRITE = toolFacts('files.write')
