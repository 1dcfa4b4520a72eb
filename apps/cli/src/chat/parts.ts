import { hunksOf, partLines, type ChangePart } from '@countersign/protocol'
import { partNames } from '@countersign/protocol/client'
import { line, type Line } from './lines.ts'
import { wordFor, type Question } from './question.ts'
import type { Answer } from './session.ts'
import { visibleLine } from './visible.ts'

/** The parts that a person can choose from; empty: the question is answered as a whole. */
export function partsOf(question: Question): readonly ChangePart[] {
  return wordFor(question) === null ? (question.call.parts ?? []) : []
}

/** Maximum number of listed parts. */
const LISTED = 8

/** One line for each part: its number, its position by name and by lines, how many lines are removed and added, and the first of them. */
export function partLinesOf({ call }: Question, most = LISTED): readonly Line[] {
  const parts = call.parts ?? []
  const hunks = call.body.kind === 'write' ? hunksOf(call.body.before, call.body.after) : []
  const names = call.body.kind === 'write' ? partNames(call.body, parts) : []
  const lines = parts.slice(0, most).map((part, index): Line => {
    const name = names[index] ?? null
    const place = name === null ? '' : `${name.where} ${visibleLine(name.name)}, `
    const text = hunks[index]?.added[0] ?? hunks[index]?.removed[0] ?? ''
    return [
      { text: `${index + 1}  ${place}${partLines(part)}  +${part.added} −${part.removed}`, tone: 'plain' },
      { text: `  ${visibleLine(text.trim()).slice(0, 60)}`, tone: 'dim' },
    ]
  })
  return parts.length <= most
    ? lines
    : [...lines, line(`and ${parts.length - most} more; \`countersign approvals show\` lists all`, 'dim')]
}

type ReadParts =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly message: string }

/** `1,3` or `1-3 keep the old name`: numbers of parts, and words for the agent. */
export function readPartNumbers(text: string, parts: readonly ChangePart[]): ReadParts {
  const bad = (message: string): ReadParts => ({ ok: false, message })
  if (parts.length === 0) return bad('this call is not shown in parts; allow or deny it as a whole')
  const match = /^\s*(\d+(?:\s*[-–]\s*\d+)?(?:[\s,]+\d+(?:\s*[-–]\s*\d+)?)*)(?:[\s,]+(\D.*))?$/.exec(text)
  if (match === null) return bad(`name parts by their numbers, 1 to ${parts.length}: 1,3`)
  const named = new Set<string>()
  for (const range of (match[1] ?? '').matchAll(/(\d+)(?:\s*[-–]\s*(\d+))?/g)) {
    const first = Number(range[1])
    const last = Number(range[2] ?? range[1])
    if (first < 1 || last > parts.length || first > last)
      return bad(`there is no part \`${range[0]}\`; they are 1 to ${parts.length}`)
    for (const { id } of parts.slice(first - 1, last)) named.add(id)
  }
  const feedback = match[2]?.trim() ?? ''
  const signed = parts.flatMap(({ id }) => (named.has(id) ? [id] : []))
  return {
    ok: true,
    answer: { decision: 'allow_once', parts: signed, ...(feedback === '' ? {} : { feedback }) },
  }
}
