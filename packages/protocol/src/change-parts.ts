import { z } from 'zod'
import type { Hunk } from './hunks.ts'

/** The id of one hunk of a change. */
export const HunkId = z.string().regex(/^[0-9a-f]{32}$/, 'the id of a part of a change')

/** A change with more parts than this is answered as a whole. */
export const PARTS_LIMIT = 200

/** One part of a file change, which a person can accept or decline separately. */
export const ChangePart = z.object({
  id: HunkId,
  /** First line of the old text that it replaces, counted from 1. If it only adds lines, the line they come before. */
  line: z.number().int(),
  /** How many lines it removes and adds. */
  removed: z.number().int(),
  added: z.number().int(),
  /** For a part that is not lines of text: what it is, in words. */
  label: z.string().optional(),
  /** Parts that it depends on: signing it signs these, too. */
  needs: z.array(HunkId).readonly().optional(),
})
export type ChangePart = z.infer<typeof ChangePart>

/** The parts of a change that a person signed. Signing all of them signs the change. */
export const SignedParts = z.object({
  signed: z.array(HunkId).readonly(),
  /** How many parts the change had. */
  of: z.number().int(),
})
export type SignedParts = z.infer<typeof SignedParts>

/** A hunk as a card offers it. */
export function changePart({ id, line, removed, added }: Hunk): ChangePart {
  return { id, line: line + 1, removed: removed.length, added: added.length }
}

/** Parts of a change together with all parts that they need, in order. */
export function withNeededParts(parts: readonly ChangePart[], named: ReadonlySet<string>): readonly string[] {
  const byId = new Map(parts.map((part) => [part.id, part]))
  const signed = new Set<string>()
  const open = [...named]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (signed.has(id)) continue
    signed.add(id)
    open.push(...(byId.get(id)?.needs ?? []))
  }
  return parts.flatMap(({ id }) => (signed.has(id) ? [id] : []))
}

/** The position of a part in lines of the old text: `l. 4–6`, `after l. 30`; or its description. */
export function partLines({ line, removed, label }: Pick<ChangePart, 'line' | 'removed' | 'label'>): string {
  if (label !== undefined) return label
  if (removed > 1) return `l. ${line}–${line + removed - 1}`
  if (removed === 1) return `l. ${line}`
  return line === 1 ? 'before l. 1' : `after l. ${line - 1}`
}

/** `2 of 3 parts` */
export function signedPartsText({ signed, of }: SignedParts): string {
  return `${signed.length} of ${of} parts`
}

/** Which parts were accepted and which declined, with the person's words: `accepted 1 (l. 4–6); declined 2 (l. 12) "keep the old name"`. */
export function answeredPartsText(
  parts: readonly ChangePart[],
  signed: readonly string[],
  words?: string,
): string {
  const accepted: string[] = []
  const declined: string[] = []
  for (const [index, part] of parts.entries())
    (signed.includes(part.id) ? accepted : declined).push(`${index + 1} (${partLines(part)})`)
  const said = words === undefined || words === '' ? '' : ` "${words}"`
  return `accepted ${accepted.join(', ')}; declined ${declined.join(', ')}${said}`
}
