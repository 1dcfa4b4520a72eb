import { layerOfRulesFile, parseRulesFile, type LayerSource, type RulesFile } from '@countersign/policy'
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const MANAGED_FILE = '/etc/countersign/rules'
const PROJECT_FILE = join('.countersign', 'rules')

/** A rules file on disk. */
export interface RuleFile {
  readonly path: string
  /** Absent: there is none, or it could not be read. */
  readonly file?: RulesFile
  /** As written; absent under the same conditions. */
  readonly text?: string
  /** Hash of its text; null: there is none, or it could not be read. */
  readonly hash: string | null
  readonly layer: LayerSource
  /** Changes when the file or a person's trust in it does. */
  readonly stamp: string
}

/** The path of the managed file, or that of a workspace. There are no others. */
export function ruleFilePath(layer: 'managed' | 'project', workspace: string): string {
  return layer === 'managed' ? MANAGED_FILE : join(workspace, PROJECT_FILE)
}

/**
 * Reads the managed file, or that of a workspace. An existing but unreadable file fails closed: everything asks. A project's file may
 * tighten the policy; it loosens it only while its text is the one that the person trusts.
 */
export function readRuleFile(layer: 'managed'): Promise<RuleFile>
export function readRuleFile(layer: 'project', workspace: string, trusted: string | null): Promise<RuleFile>
export async function readRuleFile(
  layer: 'managed' | 'project',
  workspace = '/',
  trusted: string | null = null,
): Promise<RuleFile> {
  const path = ruleFilePath(layer, workspace)
  const distrusted = layer === 'project' ? { trusted: false } : {}
  const none = { path, hash: null, layer: { layer, lists: {}, ...distrusted }, stamp: 'none' }
  try {
    // Called for every call. Usually there is no file, and a synchronous check finds that out fastest.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return none
    const text = await readFile(path, 'utf8')
    const file = parseRulesFile(text)
    const hash = createHash('sha256').update(text).digest('hex')
    const trust = { trusted: layer === 'managed' || hash === trusted }
    return {
      path,
      file,
      text,
      hash,
      layer: layerOfRulesFile(layer, file, trust),
      stamp: `${hash} ${trust.trusted}`,
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') return none
    const unreadable = ['deny', 'ask', 'allow'] as const
    return {
      path,
      hash: null,
      layer: { layer, lists: {}, unreadable, ...distrusted },
      stamp: `unreadable:${code}`,
    }
  }
}

/** Whether a workspace's file, or its folder, is a link: it could lead to someone else's file. */
export async function isLinked(path: string): Promise<boolean> {
  for (const one of [dirname(path), path]) {
    const found = await lstat(one).catch(() => undefined)
    if (found?.isSymbolicLink() === true) return true
  }
  return false
}
