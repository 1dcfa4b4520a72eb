import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { decodeText, encodeText } from '../../workspace/text-file.ts'
import type { JudgedHunk } from './changes-view.ts'
import { git, type GitEnd, type GitPlace } from './git.ts'
import { textWith } from './kept-text.ts'

/** A file with kept hunks. */
export interface KeptFile {
  /** Absolute, without links. */
  readonly path: string
  readonly executable: boolean
  /** The kept hunks, in chronological order. */
  readonly hunks: readonly JudgedHunk[]
}

export type Committed =
  | { readonly ok: true; readonly commit: string; readonly files: number }
  | { readonly ok: false; readonly code: string; readonly text: string }

/** Why a commit is impossible, in words. */
class Stop extends Error {
  readonly code: string

  constructor(code: string, text: string) {
    super(text)
    this.code = code
  }
}

/**
 * Commits exactly these hunks, on top of HEAD. The working tree is not touched; other staged changes stay staged. HEAD moves only if it is
 * still where it was.
 */
export async function commitKept(
  place: GitPlace,
  files: readonly KeptFile[],
  message: string,
): Promise<Committed> {
  const scratch = await mkdtemp(join(tmpdir(), 'countersign-commit-'))
  try {
    const own = { ...place, index: join(scratch, 'index') }
    const head = await headOf(place)
    await must(own, head === null ? ['read-tree', '--empty'] : ['read-tree', head])
    const entries: Entry[] = []
    for (const file of files) {
      const entry = await entryOf(place, head, file)
      if (entry !== undefined) entries.push(entry)
    }
    if (entries.length === 0)
      return { ok: false, code: 'nothing', text: 'the kept changes are already committed' }
    await must(own, ['update-index', '-z', '--index-info'], indexInfo(entries))
    const tree = said(await must(own, ['write-tree']))
    const parents = head === null ? [] : ['-p', head]
    const commit = said(await must(own, ['commit-tree', tree, ...parents, '-F', '-'], message))
    const was = head ?? '0'.repeat(commit.length)
    await must(place, ['update-ref', '-m', `commit: ${message.split('\n')[0] ?? ''}`, 'HEAD', commit, was])
    await must(place, ['update-index', '-z', '--index-info'], indexInfo(entries))
    return { ok: true, commit, files: entries.length }
  } catch (cause) {
    if (cause instanceof Stop) return { ok: false, code: cause.code, text: cause.message }
    throw cause
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

interface Entry {
  readonly name: string
  /** Null: the file is removed. */
  readonly blob: string | null
  readonly mode: string
}

async function entryOf(place: GitPlace, head: string | null, file: KeptFile): Promise<Entry | undefined> {
  const name = relative(place.root, file.path)
  const known = head === null ? undefined : await treeEntry(place, head, name)
  if ((await stagedBlob(place, name)) !== (known?.blob ?? null))
    throw new Stop('staged', `\`${name}\` has staged changes; commit or unstage them first`)
  const bytes = known === undefined ? undefined : (await must(place, ['cat-file', 'blob', known.blob])).out
  const like = bytes === undefined ? undefined : decodeText(bytes)
  if (bytes !== undefined && like === undefined)
    throw new Stop('not_text', `\`${name}\` is not text in the last commit`)
  const text = textWith(like?.text ?? null, file.hunks)
  if (text === undefined)
    throw new Stop(
      'conflict',
      `the kept changes to \`${name}\` need lines that are neither kept nor committed; keep those too`,
    )
  if (text === (like?.text ?? null)) return undefined
  const mode = known?.mode ?? (file.executable ? '100755' : '100644')
  if (text === null) return { name, blob: null, mode }
  const written = encodeText(text, like ?? { encoding: 'utf8', lineEnds: 'as-is' })
  const blob = said(await must(place, ['hash-object', '-w', '--no-filters', '--stdin'], written))
  return { name, blob, mode }
}

async function headOf(place: GitPlace): Promise<string | null> {
  const end = await git(place, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  return end.code === 0 ? said(end) : null
}

async function treeEntry(place: GitPlace, head: string, name: string) {
  const { out } = await must(place, ['ls-tree', '-z', head, '--', `:(top,literal)${name}`])
  const [, mode, kind, blob] = /^(\d+) (\w+) ([0-9a-f]+)\t/.exec(out.toString('utf8')) ?? []
  if (mode === undefined || blob === undefined || kind !== 'blob' || mode === '120000') return undefined
  return { mode, blob }
}

async function stagedBlob(place: GitPlace, name: string): Promise<string | null> {
  const { out } = await must(place, ['ls-files', '-z', '--stage', '--', `:(top,literal)${name}`])
  return /^\d+ ([0-9a-f]+) \d\t/.exec(out.toString('utf8'))?.[1] ?? null
}

function indexInfo(entries: readonly Entry[]): string {
  return entries
    .map(({ name, blob, mode }) =>
      blob === null ? `0 ${'0'.repeat(40)}\t${name}\0` : `${mode} ${blob}\t${name}\0`,
    )
    .join('')
}

async function must(place: GitPlace, args: readonly string[], input: Buffer | string = ''): Promise<GitEnd> {
  const end = await git(place, args, input)
  if (end.code === 0) return end
  throw new Stop('git', `git ${args[0] ?? ''} failed: ${end.trouble || 'no reason given'}`)
}

function said({ out }: GitEnd): string {
  return out.toString('utf8').trim()
}
