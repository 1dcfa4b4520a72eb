import type { PolicySource } from '@countersign/agent'
import {
  compilePolicy,
  layerOfRulesFile,
  parseRulesFile,
  type LayerSource,
  type Policy,
} from '@countersign/policy'
import type { ThreadId } from '@countersign/protocol'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rules, StoredRule } from './ports.ts'

const MANAGED_FILE = '/etc/countersign/rules'
const PROJECT_FILE = join('.countersign', 'rules')

/** Most compiled policies that are kept. */
const CACHE_LIMIT = 200

/** The policy of a thread right now: shipped, user, project, thread and managed rules, and the mode of its row. */
export function policySource(rules: Rules): PolicySource {
  const cache = new Map<string, Policy>()
  return {
    async snapshot(threadId: ThreadId) {
      const found = await rules.forThread(threadId)
      const [managed, project] = await Promise.all([
        readLayer('managed', MANAGED_FILE),
        readLayer('project', join(found.workspace, PROJECT_FILE)),
      ])
      const key = JSON.stringify([found.version, found.mode, managed.stamp, project.stamp])
      const known = cache.get(key)
      if (known) return known
      const policy = compilePolicy({
        mode: found.mode,
        layers: [layerOf('user', found.rules), project.layer, layerOf('thread', found.rules), managed.layer],
      })
      if (cache.size >= CACHE_LIMIT) cache.clear()
      cache.set(key, policy)
      return policy
    },
  }
}

function layerOf(layer: 'user' | 'thread', rules: readonly StoredRule[]): LayerSource {
  const texts = (list: StoredRule['list']) =>
    rules.filter((rule) => rule.layer === layer && rule.list === list).map((rule) => rule.text)
  return { layer, lists: { deny: texts('deny'), ask: texts('ask'), allow: texts('allow') } }
}

interface FileLayer {
  readonly layer: LayerSource
  /** Changes when the file does. */
  readonly stamp: string
}

/** A file of rules. One that is there but cannot be read fails closed: everything asks. */
async function readLayer(layer: 'managed' | 'project', path: string): Promise<FileLayer> {
  // A project's file may tighten; it loosens only once the person trusts the folder.
  const trust = layer === 'project' ? { trusted: false } : {}
  try {
    const { mtimeMs, size } = await stat(path)
    const file = parseRulesFile(await readFile(path, 'utf8'))
    return { layer: layerOfRulesFile(layer, file), stamp: `${mtimeMs}:${size}` }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return { layer: { layer, lists: {}, ...trust }, stamp: 'none' }
    const unreadable = ['deny', 'ask', 'allow'] as const
    return { layer: { layer, lists: {}, unreadable, ...trust }, stamp: `unreadable:${code}` }
  }
}
