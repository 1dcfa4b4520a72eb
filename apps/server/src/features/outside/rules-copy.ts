import { formatRulesFile, layerOfRulesFile, parseRulesFile, type LayerSource } from '@countersign/policy'
import type { UserId } from '@countersign/protocol'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rules } from '../../rules/ports.ts'
import { serial } from '../../serial.ts'

/** The copy as a layer. An existing but unreadable one fails closed: everything asks. */
export async function readRulesCopy(home: string): Promise<LayerSource> {
  try {
    return layerOfRulesFile('user', parseRulesFile(await readFile(rulesCopyPath(home), 'utf8')))
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    return { layer: 'user', lists: {}, ...(missing ? {} : { unreadable: ['deny', 'ask', 'allow'] }) }
  }
}

/** A person's rules as a file of the data folder, so that a hook can decide with them while no server runs. */
function rulesCopyPath(home: string): string {
  return join(home, 'rules')
}

/** Keeps the file in sync with the rules. `refresh` writes it if they changed. */
export function rulesCopy(
  home: string,
  rules: Pick<Rules, 'list'>,
): { refresh(user: UserId): Promise<void> } {
  let written: string | undefined
  const inTurn = serial()
  async function write(user: UserId): Promise<void> {
    const kept = (await rules.list(user)).filter(({ layer }) => layer === 'user')
    const list = (name: 'deny' | 'ask' | 'allow') =>
      kept.filter((rule) => rule.list === name).map((rule) => rule.text)
    const lists = { deny: list('deny'), ask: list('ask'), allow: list('allow') }
    const text = formatRulesFile({ lists, expectations: [] })
    if (text === written) return
    const path = rulesCopyPath(home)
    await writeFile(`${path}.${process.pid}`, text, { mode: 0o600 })
    await rename(`${path}.${process.pid}`, path)
    written = text
  }
  return {
    // In sequence: an older list must not overwrite a newer one.
    refresh: (user) => inTurn(() => write(user)),
  }
}
