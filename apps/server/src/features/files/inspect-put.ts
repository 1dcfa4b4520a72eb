import type { Ahead, Inspection, Refusal } from '@countersign/agent'
import type { Place } from '@countersign/policy'
import { dirname } from 'node:path'
import { contentAhead, type Content } from '../../workspace/content.ts'
import { hashIn, losesHidden } from '../../file-writes/put-file.ts'
import { decodeText, encodeText, type TextFile } from '../../workspace/text-file.ts'
import { versionedOf, versionedPlace, type Versioned } from '../../workspace/version-control.ts'
import { isInside, shown, subjectOf } from '../../workspace/workspace-path.ts'

/** The planned text of a file, or why it is impossible. */
export type Planned =
  | { readonly ok: true; readonly text: string; readonly like: Pick<TextFile, 'encoding' | 'lineEnds'> }
  | ({ readonly ok: false } & Refusal)

/**
 * A person's view of a call that changes a file's text: the text before, and the text that would be written. `replaces`: the whole file,
 * whatever it contains. `ahead`: the text before is what earlier calls of the same step leave.
 */
export async function inspectPut(
  asked: string,
  place: Place,
  plan: (before: Content) => Planned,
  { replaces = false, ahead }: { readonly replaces?: boolean; readonly ahead?: Ahead | undefined } = {},
): Promise<Inspection> {
  const subject = await subjectOf(asked, place)
  const before = await contentAhead(subject.resolved, ahead)
  const beforeText = textBefore(before)
  const planned = refusedBy(asked, before) ?? unlessHidden(before, plan(before))
  const versioned = await versionedBefore(subject.resolved, before)
  const body = {
    kind: 'write' as const,
    path: shown(subject.resolved, place),
    before: beforeText,
    after: planned.ok ? writtenText(planned) : (beforeText ?? ''),
    outside_workspace: !isInside(subject.resolved, place),
    ...(replaces && before.kind === 'file' ? { overwrites: before.bytes.length } : {}),
    ...(versioned === undefined ? {} : { versioned }),
  }
  return {
    specifier: { kind: 'path', paths: [subject] },
    body,
    targets: [{ path: subject.resolved, hash: hashIn(before) ?? null }],
    ...(planned.ok && isLineByLine(before, planned, body) ? { inParts: true } : {}),
    ...(planned.ok
      ? { leaves: new Map([[subject.resolved, encodeText(planned.text, planned.like)]]) }
      : { refusal: { code: planned.code, text: planned.text } }),
  }
}

/** Whether the shown lines, in the file's encoding, are exactly the file before and after: then some of them can be applied alone. */
function isLineByLine(
  before: Content,
  { text, like }: Extract<Planned, { ok: true }>,
  shownAs: { readonly before: string | null; readonly after: string },
): boolean {
  if (before.kind !== 'file' || shownAs.before === null || decodeText(before.bytes) === undefined)
    return false
  return (
    encodeText(shownAs.before, like).equals(before.bytes) &&
    encodeText(shownAs.after, like).equals(encodeText(text, like))
  )
}

function unlessHidden(before: Content, planned: Planned): Planned {
  return (planned.ok ? losesHidden(before, encodeText(planned.text, planned.like)) : undefined) ?? planned
}

function refusedBy(asked: string, before: Content): Planned | undefined {
  switch (before.kind) {
    case 'folder':
      return { ok: false, code: 'not_a_file', text: `\`${asked}\` is a folder` }
    case 'unreadable':
      return { ok: false, code: 'not_a_file', text: before.text }
    case 'absent':
    case 'file':
      return undefined
  }
}

/** An existing file may be tracked; for a missing one only its folder matters. */
function versionedBefore(path: string, before: Content): Promise<Versioned> {
  return before.kind === 'file' ? versionedOf(dirname(path), [path]) : versionedPlace(dirname(path))
}

/** Null: nothing is there. A file that is not text is described: a person sees that bytes would be lost. */
function textBefore(before: Content): string | null {
  if (before.kind !== 'file') return null
  return (
    decodeText(before.bytes)?.text ?? `[binary file, ${before.bytes.length} bytes, sha256 ${before.hash}]`
  )
}

/** As the file will be read again: changes by line ends and encoding are visible before they are written. */
function writtenText({ text, like }: Extract<Planned, { ok: true }>): string {
  return decodeText(encodeText(text, like))?.text ?? text
}
