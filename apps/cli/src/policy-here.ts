import type { LayerSource, Place, Specifier } from '@countersign/policy'
import { readRuleFile, readRulesCopy, subjectOf } from '@countersign/server/local'
import { homedir } from 'node:os'

/** A place on this machine as the gate sees it, with its own folder. */
export function placeHere(workspace: string, cwd: string, home: string): Place {
  return { workspace, cwd, home: homedir(), own: [home] }
}

/**
 * The rules that apply in a folder without a server: the person's as the last server left them, the machine's and the project's. Only the
 * server knows which projects the person trusts: without it a project's file can only tighten the policy.
 */
export async function layersHere(home: string, workspace: string): Promise<readonly LayerSource[]> {
  const [managed, project, user] = await Promise.all([
    readRuleFile('managed'),
    readRuleFile('project', workspace, null),
    readRulesCopy(home),
  ])
  return [user, project.layer, managed.layer]
}

/** A specifier with its paths resolved on disk. */
export async function resolvedHere(specifier: Specifier, place: Place): Promise<Specifier> {
  if (specifier.kind !== 'path') return specifier
  return {
    kind: 'path',
    paths: await Promise.all(specifier.paths.map(({ asked }) => subjectOf(asked, place))),
  }
}
