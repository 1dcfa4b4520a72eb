import type { Clock } from '@countersign/agent'
import { basename, dirname, join, resolve } from 'node:path'
import { anchorFolder } from '../workspace/anchored-folder.ts'
import { readIn } from '../workspace/content.ts'
import { sameState, type PathState } from '../checkpoints/change.ts'
import { stateIn } from '../checkpoints/path-state.ts'
import { readGitConfig, riskySettings } from './git-config.ts'
import { lookForLater, type FolderMemory, type Look, type Seen } from './look.ts'
import { compared } from './names.ts'

/** A protected file with its content. */
export interface KnownFile {
  readonly seen: Seen
  readonly state: PathState
  /** For a git file: its parts that can start a program or lead elsewhere. Absent: all of it matters. */
  readonly risks?: readonly string[]
  /** Places that run because this file names them. */
  readonly leads: readonly string[]
  /** When it was read, in milliseconds. */
  readonly at: number
}

/** The protected files of a workspace at one moment. */
export interface KnownPlace {
  readonly files: ReadonlyMap<string, KnownFile>
  readonly unseen: Look['unseen']
  readonly folders: Look['folders']
}

/** Keeps a content under its hash. */
export type Hold = (hash: string, bytes: Buffer) => Promise<void>

/** Milliseconds within which two changes of a file may have the same timestamp. */
const SAME_TIME = 2000
/** Milliseconds after which a content is stored again, because unused contents are pruned. */
const KEEP_ANEW = 24 * 60 * 60_000

/** Checks a workspace and reads the files that changed since `last`. */
export async function knowPlace(
  workspace: string,
  {
    memory,
    last,
    hold,
    clock,
  }: {
    readonly memory: FolderMemory
    readonly last: KnownPlace | undefined
    readonly hold: Hold
    readonly clock: Clock
  },
): Promise<KnownPlace> {
  let extra = leadsOf(last?.files)
  for (;;) {
    const now = clock.now()
    const look = await lookForLater(workspace, memory, { now, extra })
    const files = new Map<string, KnownFile>()
    for (const [path, seen] of look.found) {
      const known = last?.files.get(path)
      const isSame = known?.seen.stamp === seen.stamp && known.at - seen.changed > SAME_TIME
      if (isSame && now - known.at < KEEP_ANEW) files.set(path, known)
      else files.set(path, { seen, at: now, ...(await readFile(path, seen, { workspace, hold })) })
    }
    const leads = leadsOf(files)
    if (leads.every((path) => extra.includes(path)))
      return { files, unseen: look.unseen, folders: look.folders }
    extra = [...new Set([...extra, ...leads])]
  }
}

function leadsOf(files: KnownPlace['files'] | undefined): readonly string[] {
  return [...(files?.values() ?? [])].flatMap(({ leads }) => leads)
}

async function readFile(
  path: string,
  seen: Seen,
  { workspace, hold }: { readonly workspace: string; readonly hold: Hold },
): Promise<Pick<KnownFile, 'state' | 'risks' | 'leads'>> {
  const parent = await anchorFolder(dirname(path))
  if (!parent.ok) return { state: { kind: 'absent' }, leads: [] }
  try {
    const content = await readIn(parent.folder, basename(path))
    if (content.kind !== 'file') return { state: await stateIn(parent.folder, basename(path)), leads: [] }
    await hold(content.hash, content.bytes)
    const state: PathState = { kind: 'file', hash: content.hash, mode: content.mode }
    const text = content.bytes.toString('utf8')
    switch (seen.kind) {
      case 'any':
        return { state, leads: [] }
      case 'git-config':
        return { state, risks: riskySettings(text, seen), leads: leadsOfConfig(path, text, workspace) }
      case 'git-file':
        return { state, risks: isOwnRepository(path, text, workspace) ? [] : [text], leads: [] }
      case 'git-commondir':
        return { state, risks: isOwnWorkTree(path, text) ? [] : [text], leads: [] }
    }
  } finally {
    await parent.folder.close()
  }
}

/** Custom hook folders and included files of the configuration, as far as they are in the workspace. */
function leadsOfConfig(path: string, text: string, workspace: string): readonly string[] {
  const folder = dirname(path)
  const tree = compared(basename(folder)) === '.git' ? dirname(folder) : folder
  return (readGitConfig(text) ?? []).flatMap(({ section, name, value }) => {
    const isHooks = section === 'core' && name === 'hookspath'
    const isInclude = (section === 'include' || section === 'includeif') && name === 'path'
    if (!isHooks && !isInclude) return []
    const at = resolve(isHooks ? tree : folder, value)
    return at.startsWith(`${workspace}/`) ? [at] : []
  })
}

/** A work tree or a submodule whose repository is in a `.git` folder of this workspace, which is checked separately. */
function isOwnRepository(path: string, text: string, workspace: string): boolean {
  const target = /^gitdir: ([^\n]+)\n?$/.exec(text)?.[1]
  if (target === undefined) return false
  const at = resolve(dirname(path), target)
  return at.startsWith(`${workspace}/`) && /\/\.git\/(?:worktrees|modules)\/[^/]/.test(at)
}

function isOwnWorkTree(path: string, text: string): boolean {
  const folder = dirname(dirname(path))
  return text.trim() === '../..' && basename(folder) === 'worktrees' && basename(dirname(folder)) === '.git'
}

/** One change of a command to a file that runs automatically later. */
export interface LaterChange {
  readonly path: string
  readonly before: PathState
  readonly after: PathState
}

export interface LaterChanges {
  readonly changes: readonly LaterChange[]
  /** Folders that could not be inspected: they are treated as changed. */
  readonly unseen: readonly string[]
}

const ABSENT: PathState = { kind: 'absent' }

/** The relevant changes between two checks. `isFine`: a yes covers it, or the command did not cause it. */
export function changesBetween(
  before: KnownPlace,
  after: KnownPlace,
  isFine: (
    change: LaterChange,
    files: { readonly was?: KnownFile | undefined; readonly now?: KnownFile },
  ) => boolean,
): LaterChanges {
  const changes: LaterChange[] = []
  for (const [path, now] of after.files) {
    const was = before.files.get(path)
    if (was?.seen.stamp === now.seen.stamp && was === now) continue
    const change = { path, before: was?.state ?? ABSENT, after: now.state }
    if (counts(was, now) && !isFine(change, { was, now })) changes.push(change)
  }
  const replaced = (path: string) => changes.some((change) => path.startsWith(`${change.path}/`))
  for (const [path, was] of before.files) {
    if (after.files.has(path)) continue
    const change = { path, before: was.state, after: ABSENT }
    // A removed file does not run. But the gate's own rules must not disappear, and a folder that was replaced by a link is restored whole.
    if ((was.seen.own || replaced(path)) && !isFine(change, { was })) changes.push(change)
  }
  const unseen = [...after.unseen].filter(([path, stamp]) => before.unseen.get(path) !== stamp)
  return { changes, unseen: unseen.map(([path]) => path) }
}

function counts(was: KnownFile | undefined, now: KnownFile): boolean {
  if (now.state.kind === 'absent') return false
  if (now.state.kind === 'other' && was?.state.kind === 'other') return was.seen.stamp !== now.seen.stamp
  if (was !== undefined && sameState(was.state, now.state)) return false
  const { risks } = now
  return risks === undefined || risks.some((risk) => was?.risks?.includes(risk) !== true)
}

/** Whether a path is one of these, or below one. */
export function isWithin(path: string, places: Iterable<string>): boolean {
  for (const place of places) if (path === place || path.startsWith(join(place, '/'))) return true
  return false
}
