import { changeRoutes, type CommitFile } from '@countersign/protocol'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { actByHand } from '../../platform/act-by-hand.ts'
import { refuse, Refused, route, type Route } from '../../platform/route.ts'
import { readRuleFile } from '../../rules/rule-file.ts'
import { isInside } from '../../workspace/workspace-path.ts'
import { judge, undoneCalls, type JudgedHunk } from './changes-view.ts'
import { commitKept, type KeptFile } from './commit.ts'
import { commitTool } from './commit-tool.ts'
import type { KeptHunks } from './kept-hunks.ts'
import { loadChanges, type ChangesHost, type LoadedChanges } from './load-changes.ts'

/** A person commits the hunks that they kept. Git only runs in trusted folders, and runs nothing that a folder names. */
export function commitRoutes(host: ChangesHost, kept: KeptHunks): readonly Route[] {
  const trusts = async (user: Parameters<KeptHunks['trusts']>[0], folder: string): Promise<boolean> => {
    if (await kept.trusts(user, folder)) return true
    const { layer } = await readRuleFile('project', folder, await host.store.rules.trusted(user, folder))
    return layer.trusted === true
  }
  return [
    route(changeRoutes.commitLook, async ({ actor, query }) => {
      const loaded = await loadChanges(host, kept, actor.user, query)
      if (loaded instanceof Refused) return loaded
      return {
        branch: (await branchOf(loaded.place.workspace)) ?? null,
        trusted: await trusts(actor.user, loaded.workspace),
        files: keptFiles(loaded).map((file) => commitFile(file, loaded.shownPath)),
      }
    }),
    route(changeRoutes.commit, async ({ actor, body: { message, trust = false, ...asked } }) => {
      const loaded = await loadChanges(host, kept, actor.user, asked)
      if (loaded instanceof Refused) return loaded
      const { place, workspace, shownPath } = loaded
      if ((await branchOf(place.workspace)) === undefined)
        return refuse(409, 'unavailable', 'this folder is not a git repository')
      if (trust) await kept.trust(actor.user, workspace)
      if (!(await trusts(actor.user, workspace)))
        return refuse(409, 'unavailable', 'git runs only in folders that you trust; trust this one first')
      const files = keptFiles(loaded)
      if (files.length === 0)
        return refuse(409, 'unavailable', 'nothing is kept; keep the changes that you want to commit')
      const tool = commitTool((text) => commitKept({ root: place.workspace, home: host.home }, files, text))
      const args = { message, files: files.map(({ path }) => shownPath(path)) }
      const { callId, state, code, text } = await actByHand(host, actor, { workspace, tool, args })
      return { ok: state === 'succeeded', call_id: callId, code, text }
    }),
  ]
}

function keptFiles({ files, calls, marks, shownPath, place }: LoadedChanges): readonly KeptFile[] {
  const undone = undoneCalls(calls)
  return files.flatMap((file): readonly KeptFile[] => {
    const hunks = judge(file, marks, shownPath, undone).filter(({ state }) => state === 'kept')
    if (hunks.length === 0 || !isInside(file.path, place)) return []
    const executable = file.now.kind === 'file' && (file.now.mode & 0o100) !== 0
    return [{ path: file.path, executable, hunks }]
  })
}

function commitFile({ path, hunks }: KeptFile, shownPath: (path: string) => string): CommitFile {
  const sum = (of: (hunk: JudgedHunk) => number) => hunks.reduce((total, hunk) => total + of(hunk), 0)
  return {
    path: shownPath(path),
    added: sum(({ fit }) => fit.hunk.added.length),
    removed: sum(({ fit }) => fit.hunk.removed.length),
  }
}

/** The branch of the repository in a folder, without git: undefined if there is none. */
async function branchOf(folder: string): Promise<string | undefined> {
  try {
    if (!(await lstat(join(folder, '.git'))).isDirectory()) return undefined
    const head = (await readFile(join(folder, '.git', 'HEAD'), 'utf8')).trim()
    return /^ref: refs\/heads\/(?<name>.+)$/.exec(head)?.groups?.['name'] ?? head.slice(0, 10)
  } catch {
    // There is none, or it is unreadable: nothing can be committed.
    return undefined
  }
}
