import type { ListName } from '@countersign/policy'
import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isLinked, readRuleFile } from '../../rules/rule-file.ts'

export interface ProjectRule {
  readonly workspace: string
  readonly list: ListName
  /** Canonical text: parsed, and without a secret. */
  readonly text: string
  /** Hash of the file as the person saw it; null: it did not exist. */
  readonly seen: string | null
}

export type ProjectRuleResult =
  | { readonly ok: true; readonly hash: string }
  | { readonly ok: false; readonly code: 'stale' | 'untrusted' | 'unreadable'; readonly message: string }

/**
 * Appends a rule as a line to the workspace's own file. Text that a person has not read is never trusted implicitly: a file that others
 * wrote takes no rule until it is trusted, and a changed one is shown again first.
 */
export async function addProjectRule(rule: ProjectRule, trusted: string | null): Promise<ProjectRuleResult> {
  const found = await readRuleFile('project', rule.workspace, trusted)
  const unreadable = (found.layer.unreadable ?? []).length > 0
  if (unreadable || (await isLinked(found.path))) {
    return refused('unreadable', `\`${found.path}\` is not a valid rules file; open it and fix it`)
  }
  if (found.hash !== rule.seen) return refused('stale', 'the file changed since it was shown; read it again')
  if (found.hash !== null && found.layer.trusted !== true) {
    return refused('untrusted', 'this folder’s rules file is not trusted; read it and trust it first')
  }
  if (found.hash !== null && found.layer.lists[rule.list]?.includes(rule.text) === true)
    return { ok: true, hash: found.hash }
  const text = withLine(found.text ?? '', `${rule.list} ${rule.text}`)
  await replace(found.path, text)
  return { ok: true, hash: createHash('sha256').update(text).digest('hex') }
}

function refused(code: 'stale' | 'untrusted' | 'unreadable', message: string): ProjectRuleResult {
  return { ok: false, code, message }
}

function withLine(text: string, line: string): string {
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`
}

/** Atomically: a partial file would ask for everything. */
async function replace(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const beside = `${path}.${randomBytes(8).toString('hex')}`
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  const file = await open(beside, flags, 0o644)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await rename(beside, path)
  } catch (cause) {
    await unlink(beside)
    throw cause
  }
}
