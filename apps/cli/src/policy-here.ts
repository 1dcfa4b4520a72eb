import type { LayerSource, Place, Specifier } from '@countersign/policy'
import { readRuleFile, readRulesCopy, subjectOf } from '@countersign/server/local'
import { homedir } from 'node:os'

/** A place on this machine as the gate sees it: its own folder belongs to nobody else. */
export function placeHere(workspace: string, cwd: string, home: string): Place {
  return { workspace, cwd, home: homedir(), own: [home] }
}

/**
 * The rules that hold in a folder while no server is asked: those of the person as the last server left them, of the machine and of
 * the project. Whom the person trusts only the server knows: without it a project's file can tighten alone.
 */
export async function layersHere(home: string, workspace: string): Promise<readonly LayerSource[]> {
  const [managed, project, user] = await Promise.all([
    readRuleFile('managed'),
    readRuleFile('project', workspace, null),
    readRulesCopy(home),
  ])
  return [user, project.layer, managed.layer]
}

/** A specifier with its paths as they are on disk: links followed. */
export async function resolvedHere(specifier: Specifier, place: Place): Promise<Specifier> {
  if (specifier.kind !== 'path') return specifier
  return {
    kind: 'path',
    paths: await Promise.all(specifier.paths.map(({ asked }) => subjectOf(asked, place))),
  }
}
