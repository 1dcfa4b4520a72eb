import type { PolicySource } from '@countersign/agent'
import {
  checkExpectations,
  compilePolicy,
  explain,
  layerOfRulesFile,
  parseRulesFile,
  type LayerSource,
  type Policy,
  type RulesFile,
} from '@countersign/policy'
import type { ThreadId } from '@countersign/protocol'
import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Rules, StoredRule } from './ports.ts'

const MANAGED_FILE = '/etc/countersign/rules'
const PROJECT_FILE = join('.countersign', 'rules')

/** Most compiled policies that are kept. */
const CACHE_LIMIT = 200

/** The policy of a thread right now: shipped, user, project, thread and managed rules, and the mode of its row. */
export function policySource(rules: Rules, tell: (problem: string) => void = () => {}): PolicySource {
  const cache = new Map<string, Policy>()
  return {
    async snapshot(threadId: ThreadId) {
      const found = await rules.forThread(threadId)
      const [managed, project] = await Promise.all([
        readLayer('managed', MANAGED_FILE),
        readLayer('project', join(found.workspace, PROJECT_FILE)),
      ])
      const key = JSON.stringify([found.version, found.mode, found.workspace, managed.stamp, project.stamp])
      const known = cache.get(key)
      if (known) return known
      const policy = compilePolicy({
        mode: found.mode,
        layers: [layerOf('user', found.rules), project.layer, layerOf('thread', found.rules), managed.layer],
      })
      for (const file of [managed, project])
        for (const problem of problemsOf(file, policy, found.workspace)) tell(problem)
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

/** Lines of a file that cannot be read, and expectations that do not hold: a file carries its own tests, and they are tried when it is loaded. */
function problemsOf({ path, file }: FileLayer, policy: Policy, workspace: string): readonly string[] {
  if (file === undefined) return []
  const place = { workspace, cwd: workspace, home: homedir() }
  return [
    ...file.errors.map(({ line, message }) => `${path}:${line} ${message}`),
    ...checkExpectations(policy, file.expectations, place).map(
      ({ expectation: { line, call, verdict }, decision }) =>
        `${path}:${line} ${call} is \`${decision.verdict}\`, expected \`${verdict}\`: ${explain(decision)}`,
    ),
  ]
}

interface FileLayer {
  readonly path: string
  /** Absent: there is none, or it could not be read at all. */
  readonly file?: RulesFile
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
    return { path, file, layer: layerOfRulesFile(layer, file), stamp: `${mtimeMs}:${size}` }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return { path, layer: { layer, lists: {}, ...trust }, stamp: 'none' }
    const unreadable = ['deny', 'ask', 'allow'] as const
    return { path, layer: { layer, lists: {}, unreadable, ...trust }, stamp: `unreadable:${code}` }
  }
}
