import { explainReason } from '@countersign/policy'
import { SIZE_HEADER, workspaceRoutes, type FileView, type FolderEntry } from '@countersign/protocol'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Content, refuse, Refused, route, type Route } from '../../../platform/route.ts'
import { anchorFolder, type AnchoredFolder } from '../../../workspace/anchored-folder.ts'
import { FILE_LIMIT, readContent } from '../../../workspace/content.ts'
import { entryAt } from '../../../workspace/entry.ts'
import { gitLetters } from '../../../workspace/git-letters.ts'
import { ignoredBelow } from '../../../workspace/ignored.ts'
import { readRange } from '../../../workspace/read-range.ts'
import { entriesOf } from '../../../workspace/tree.ts'
import { decodeText } from '../../../workspace/text-file.ts'
import { shown, type ResolvedSubject } from '../../../workspace/workspace-path.ts'
import { agentMay, handPlace, readable, type HandHost, type HandPlace } from './hand-place.ts'

/** Most entries of one folder that are listed. */
const FOLDER_LIMIT = 5000
/** Entries after which other work gets a turn. */
const AT_ONCE = 100

/** A person views folders and files of a workspace. Viewing is not recorded, and the agent's rules do not apply. */
export function lookRoutes(host: HandHost): readonly Route[] {
  return [
    route(workspaceRoutes.folder, async ({ actor, query }) => {
      const where = await handPlace(host, actor.user, query.thread_id)
      if (where instanceof Refused) return where
      const subject = await readable(host, query.path, where.place)
      if (subject instanceof Refused) return subject
      const anchored = await anchorFolder(subject.resolved)
      if (!anchored.ok) return refuse(404, 'not_found', `there is no folder \`${query.path}\``)
      try {
        const { entries, more } = await listed(anchored.folder, subject.resolved, where)
        return { path: shown(subject.resolved, where.place), entries, more }
      } finally {
        await anchored.folder.close()
      }
    }),
    route(workspaceRoutes.file, async ({ actor, query }) => {
      const where = await handPlace(host, actor.user, query.thread_id)
      if (where instanceof Refused) return where
      const subject = await readable(host, query.path, where.place)
      if (subject instanceof Refused) return subject
      const content = await readContent(subject.resolved)
      const large = content.kind === 'unreadable' ? await largeFile(subject.resolved) : undefined
      if (large !== undefined) return viewOf(subject, where, large)
      if (content.kind === 'absent') return refuse(404, 'not_found', `there is no file \`${query.path}\``)
      if (content.kind === 'folder') return refuse(409, 'not_a_file', `\`${query.path}\` is a folder`)
      if (content.kind === 'unreadable') return refuse(409, 'not_a_file', content.text)
      const file = decodeText(content.bytes)
      return viewOf(subject, where, {
        bytes: content.bytes.length,
        hash: content.hash,
        text: file?.text ?? null,
        encoding: file?.encoding ?? 'binary',
        line_ends: file?.lineEnds ?? 'as-is',
      })
    }),
    route(workspaceRoutes.may, async ({ actor, query }) => {
      const where = await handPlace(host, actor.user, query.thread_id)
      if (where instanceof Refused) return where
      const subject = await readable(host, query.path, where.place)
      if (subject instanceof Refused) return subject
      const { may, decision } = agentMay(subject, where)
      return { agent: may, why: explainReason(decision.reason) }
    }),
    route(workspaceRoutes.content, async ({ actor, query }) => {
      const where = await handPlace(host, actor.user, query.thread_id)
      if (where instanceof Refused) return where
      const subject = await readable(host, query.path, where.place)
      if (subject instanceof Refused) return subject
      const found = await readRange(subject.resolved, query.from, query.bytes)
      if (found.kind === 'absent') return refuse(404, 'not_found', `there is no file \`${query.path}\``)
      if (found.kind === 'no_file') return refuse(409, 'not_a_file', `\`${query.path}\` is not a file`)
      return new Content(found.bytes, { ...AS_BYTES, [SIZE_HEADER]: String(found.size) })
    }),
  ]
}

/** Whatever an untrusted file contains, opened at its URL it is a download that runs nothing. */
const AS_BYTES = {
  'content-type': 'application/octet-stream',
  'content-disposition': 'attachment',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'no-store',
} as const

/** A file that is too large to be opened as a whole is read by pages; undefined: it does not exist. */
async function largeFile(path: string): Promise<Opened | undefined> {
  const found = await readRange(path, 0, 1)
  if (found.kind !== 'file' || found.size <= FILE_LIMIT) return undefined
  return { bytes: found.size, hash: '', text: null, encoding: 'large', line_ends: 'as-is' }
}

type Opened = Omit<FileView, 'path' | 'agent' | 'why'>

function viewOf(subject: ResolvedSubject, where: HandPlace, opened: Opened): FileView {
  const { may, decision } = agentMay(subject, where)
  const path = shown(subject.resolved, where.place)
  return { path, ...opened, agent: may, why: explainReason(decision.reason) }
}

async function listed(
  folder: AnchoredFolder,
  path: string,
  where: HandPlace,
): Promise<{ readonly entries: FolderEntry[]; readonly more: boolean }> {
  const ignored = await ignoredBelow(where.place.workspace, path)
  const all = await entriesOf(folder)
  const entries: FolderEntry[] = []
  const letterOf = await gitLetters(path)
  for (const [index, { name }] of all.slice(0, FOLDER_LIMIT).entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const entry = await entryAt(folder, name)
    // It disappeared in the meantime.
    if (entry === undefined) continue
    const resolved = join(path, name)
    const isIgnored = ignored.has(resolved, entry.kind === 'folder' ? 'folder' : 'file')
    const letter = entry.kind === 'file' && !isIgnored ? await letterOf(name) : undefined
    entries.push({
      name,
      kind: entry.kind,
      bytes: entry.size,
      ignored: isIgnored,
      ...(letter === undefined ? {} : { git: letter }),
      agent: agentMay({ asked: shown(resolved, where.place), resolved }, where).may,
    })
  }
  return { entries, more: all.length > FOLDER_LIMIT }
}
