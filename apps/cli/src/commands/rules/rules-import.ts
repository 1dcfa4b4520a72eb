import { rulesRoutes } from '@countersign/protocol'
import { parseRule } from '@countersign/policy'
import { readFile } from 'node:fs/promises'
import { importClaudeCode } from '../../import/claude-code.ts'
import { importCodex } from '../../import/codex.ts'
import { importGeminiPolicy } from '../../import/gemini-policy.ts'
import { importGeminiSettings } from '../../import/gemini.ts'
import { notExpressible, type Imported } from '../../import/imported.ts'
import { importOpencode } from '../../import/opencode.ts'
import { onServer } from '../on-server.ts'
import { complain, print } from '../output.ts'

type Reader = (text: string) => readonly Imported[]

const READERS: ReadonlyMap<string, Reader> = new Map([
  ['claude-code', importClaudeCode],
  ['codex', importCodex],
  ['gemini', importGeminiSettings],
  ['opencode', importOpencode],
])

export interface ImportOptions {
  readonly add?: boolean
  readonly json?: boolean
}

/** Translates the rules of another product; `--add` saves them. No translated rule allows more than the original. */
export async function importRules(product: string, file: string, options: ImportOptions): Promise<number> {
  const reader = product === 'gemini' && file.endsWith('.toml') ? importGeminiPolicy : READERS.get(product)
  if (reader === undefined)
    return complain(
      `rules from \`${product}\` cannot be imported; use one of ${[...READERS.keys()].join(', ')}`,
    )
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return complain(`\`${file}\` cannot be read`)
  const imported = read(reader, text)
  if (imported === undefined) return complain(`\`${file}\` is not a ${product} rules file`)
  if (options.json === true) print(JSON.stringify(imported, null, 2))
  else print(imported.length === 0 ? 'There are no rules in it.' : imported.map(line).join('\n'))
  return options.add === true ? keep(imported) : 0
}

function read(reader: Reader, text: string): readonly Imported[] | undefined {
  try {
    return reader(text).map(checked)
  } catch {
    return undefined
  }
}

/** A rule that cannot be parsed here is dropped. */
function checked(one: Imported): Imported {
  const broken = one.rules.find((rule) => !parseRule(rule).ok)
  return broken === undefined ? one : notExpressible(one.from, one.list, `\`${broken}\` is not a rule`)
}

function line({ from, list, how, rules, why }: Imported): string {
  const made = rules.length === 0 ? '' : `  →  ${rules.map((rule) => `${list} ${rule}`).join(', ')}`
  return `${WORDS[how].padEnd(15)} ${from}${made}${why === undefined ? '' : `  (${why})`}`
}

const WORDS = { exact: 'exact', narrower: 'narrower', not_expressible: 'not expressible' } as const

function keep(imported: readonly Imported[]): Promise<number> {
  return onServer(async (api) => {
    for (const { list, rules } of imported) {
      for (const rule of rules) {
        const kept = await api.call(rulesRoutes.add, { body: { list, text: rule } })
        if (!kept.ok) return complain(`${list} ${rule}: ${kept.message}`)
      }
    }
    return print(`${imported.reduce((sum, { rules }) => sum + rules.length, 0)} rules saved.`)
  })
}
