import {
  decide,
  explain,
  toolFacts,
  type Decision,
  type Place,
  type Policy,
  type Specifier,
  type ToolFacts,
} from '@countersign/policy'
import { UserId } from '@countersign/protocol'
import { join } from 'node:path'
import type { Host } from '../../platform/host.ts'
import { isWithheld, READ } from '../../rules/reading.ts'
import { folderOfNewThreads } from '../../workspace/workspace-at.ts'
import { shown } from '../../workspace/workspace-path.ts'

/** The facts of the tool whose rules apply to collections. */
export const QUERY: ToolFacts = toolFacts('query_collection')

export type Judge = (specifier: Specifier) => Decision

function judgeOf(tool: ToolFacts, policy: Policy, place: Place): Judge {
  return (specifier) => decide({ tool, specifier, place }, policy)
}

/**
 * Why a rule withholds a file of a linked folder from the agent; undefined: none does. Linking is a person's yes to reading below the
 * folder, so its location outside the workspace is not a reason; rules, secrets and the gate's own files still are.
 */
export function whyWithheld(
  { root, name }: { readonly root: string | null; readonly name: string },
  judge: Judge,
  place: Place,
): string | undefined {
  if (root === null) return undefined
  const path = join(root, name)
  return whyKept(judge({ kind: 'path', paths: [{ asked: shown(path, place), resolved: path }] }))
}

/** Why a rule of `query_collection` withholds a collection from the agent. */
export function whyClosed(name: string, judge: Judge): string | undefined {
  return whyKept(judge({ kind: 'text', text: name }))
}

function whyKept(decision: Decision): string | undefined {
  return isWithheld(decision) ? explain(decision) : undefined
}

/** Whether rules withhold a linked file from the agent, as in a new thread of its owner. */
export async function rulesOf(host: Host, owner: string) {
  const user = UserId.parse(owner)
  const workspace = await folderOfNewThreads(host, user)
  const place: Place = { workspace, cwd: workspace, home: host.home, own: host.own }
  const judge = judgeOf(READ, await host.policy.inFolder(user, workspace), place)
  return (file: { readonly root: string | null; readonly name: string }) => whyWithheld(file, judge, place)
}
