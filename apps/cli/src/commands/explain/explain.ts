import { resolve } from 'node:path'
import {
  canonicalMode,
  compilePolicy,
  decide,
  MODES,
  offers,
  readCallText,
  type Decision,
} from '@countersign/policy'
import { MODE_LABELS, modeTyped } from '@countersign/protocol/mode-words'
import { dataFolder } from '@countersign/server/data-folder'
import { layersHere, placeHere, resolvedHere } from '../../policy-here.ts'
import { visibleLine } from '../../chat/visible.ts'
import { explainPage } from './explain-page.ts'

export interface ExplainOptions {
  readonly mode: string
  readonly allow: readonly string[]
  readonly ask: readonly string[]
  readonly deny: readonly string[]
  readonly workspace?: string
  readonly shipped: boolean
  /** False: only the rules given here and the shipped ones apply. */
  readonly kept: boolean
  readonly json?: boolean
  readonly exitCode?: boolean
}

/**
 * Prints the policy's decision on a call and the reasons, by the saved rules, those of the folder and those given here. Returns the exit
 * code: 0, or by the verdict if requested.
 */
export async function explainCall(text: string, options: ExplainOptions): Promise<number> {
  const mode = modeTyped(options.mode)
  if (!MODES.has(canonicalMode(mode))) {
    console.error(
      `countersign: there is no mode \`${visibleLine(options.mode)}\`; choose one of ${[...MODE_LABELS.values()].join(', ')}`,
    )
    return 1
  }
  const workspace = resolve(options.workspace ?? '.')
  const home = dataFolder()
  const place = placeHere(workspace, workspace, home)
  const read = readCallText(text, place)
  const call = { ...read, specifier: await resolvedHere(read.specifier, place) }
  const given = { allow: options.allow, ask: options.ask, deny: options.deny }
  const kept = options.kept ? await layersHere(home, workspace) : []
  const policy = compilePolicy({
    mode,
    layers: [{ layer: 'user', lists: given }, ...kept],
    ...(options.shipped ? {} : { builtins: false as const }),
  })
  const decision = decide(call, policy)
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify(decision, null, 2)}\n`
      : explainPage({ decision, policy, offers: decision.verdict === 'ask' ? offers(call, policy) : [] }),
  )
  return options.exitCode === true ? EXIT[decision.verdict] : 0
}

const EXIT: Readonly<Record<Decision['verdict'], number>> = { run: 0, ask: 10, block: 11 }
