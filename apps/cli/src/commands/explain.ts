import { resolve } from 'node:path'
import {
  compilePolicy,
  decide,
  explain,
  explainParts,
  readCallText,
  type Decision,
  type ExplainedPart,
  type Policy,
} from '@countersign/policy'
import { dataFolder, layersHere, placeHere, resolvedHere } from '../policy-here.ts'

export interface ExplainOptions {
  readonly mode: string
  readonly allow: readonly string[]
  readonly ask: readonly string[]
  readonly deny: readonly string[]
  readonly workspace?: string
  readonly shipped: boolean
  /** False: the rules given here are all, beside the shipped ones. */
  readonly kept: boolean
  readonly json?: boolean
  readonly exitCode?: boolean
}

/**
 * Prints what policy decides about a call, and why: by the rules that are kept, those of the folder and those given here. Returns the
 * exit code: 0, or by the verdict where that was asked for.
 */
export async function explainCall(text: string, options: ExplainOptions): Promise<number> {
  const workspace = resolve(options.workspace ?? '.')
  const home = dataFolder()
  const place = placeHere(workspace, workspace, home)
  const read = readCallText(text, place)
  const call = { ...read, specifier: await resolvedHere(read.specifier, place) }
  const given = { allow: options.allow, ask: options.ask, deny: options.deny }
  const kept = options.kept ? await layersHere(home, workspace) : []
  const policy = compilePolicy({
    mode: options.mode,
    layers: [{ layer: 'user', lists: given }, ...kept],
    ...(options.shipped ? {} : { builtins: false as const }),
  })
  const decision = decide(call, policy)
  process.stdout.write(
    options.json === true ? `${JSON.stringify(decision, null, 2)}\n` : page(decision, policy),
  )
  return options.exitCode === true ? EXIT[decision.verdict] : 0
}

const EXIT: Readonly<Record<Decision['verdict'], number>> = { run: 0, ask: 10, block: 11 }
const HEAD: Readonly<Record<Decision['verdict'], string>> = { run: 'runs', ask: 'asks', block: 'blocked' }

function page(decision: Decision, policy: Policy): string {
  const parts = explainParts(decision)
  const width = Math.min(48, Math.max(0, ...parts.map((part) => part.label.length)))
  const lines = parts.flatMap((part) => partLines(part, width))
  const problems = policy.problems.map((problem) =>
    problem.code === 'malformed-rule'
      ? `  rule refused: ${problem.text} at ${problem.error.position + 1}: ${problem.error.message}`
      : problem.code === 'unreadable-list'
        ? `  the ${problem.list} list of ${problem.layer} cannot be read`
        : `  mode ${problem.mode} is ${problem.code === 'unknown-mode' ? 'unknown' : 'forbidden'}: ${problem.instead} holds`,
  )
  return [
    `${HEAD[decision.verdict]} in ${policy.mode.name} mode: ${explain(decision)}`,
    ...lines,
    ...problems,
    '',
  ].join('\n')
}

function partLines({ word, label, why, through, notes }: ExplainedPart, width: number): readonly string[] {
  const indent = ' '.repeat(10)
  const line = `  ${word.padEnd(8)}${label.padEnd(width)}  ${why}`
  const way = through.length === 0 ? [] : [`${indent}through ${through.join(', ')}`]
  return [line, ...way, ...notes.map((note) => indent + note)]
}
