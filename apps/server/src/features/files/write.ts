import {
  defineTool,
  type Ahead,
  type Inspection,
  type RunContext,
  type Tool,
  type ToolOutcome,
} from '@countersign/agent'
import type { Place } from '@countersign/policy'
import { CallId } from '@countersign/protocol'
import { z } from 'zod'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { changeAlone, staleOutcome } from '../../file-writes/change-alone.ts'
import { READ } from '../../rules/reading.ts'
import { inspectPut } from './inspect-put.ts'
import { readContent, type Content } from '../../workspace/content.ts'
import { PUT, WRITE_LIMIT } from './put-declaration.ts'
import { changedOutcome, changeText, hashIn, putFile } from '../../file-writes/put-file.ts'
import { signedHash, signedPath } from '../../file-writes/resolved-target.ts'
import { partText, signedText } from './signed-text.ts'
import { decodeText, encodeText, type TextFile } from '../../workspace/text-file.ts'
import { verifyPut } from './verify-put.ts'

/** A replaced file keeps its encoding and line ends; a new one is UTF-8, as written. */
export function filesWrite(checkpoints: Checkpoints): Tool {
  return defineTool({
    ...PUT,
    name: 'files.write',
    description: 'Writes a whole text file in the workspace, replacing what was in it.',
    input: z.object({
      path: z.string().min(1).describe('File, from the workspace root.'),
      content: z.string().max(WRITE_LIMIT).describe('The whole new content.'),
    }),
    verify: (_input, { call }) => verifyPut(checkpoints, call),
    title: ({ path }) => `Write ${path}`,
    inspect: ({ path, content }, place, ahead) => inspectWrite(path, content, place, ahead),
    shownBy: READ,
    run: (input, context) => runWrite(checkpoints, input, context),
  })
}

/** The same for a person's save, which names the calls whose text it contains: the agent's text never becomes only the person's. */
export function filesSave(checkpoints: Checkpoints): Tool {
  return defineTool({
    ...PUT,
    name: 'files.write',
    description: 'Writes a whole text file in the workspace, replacing what was in it.',
    input: z.object({
      path: z.string().min(1),
      content: z.string().max(WRITE_LIMIT),
      of_calls: z.array(CallId).optional(),
    }),
    verify: (_input, { call }) => verifyPut(checkpoints, call),
    title: ({ path, of_calls: calls = [] }) =>
      calls.length === 0 ? `Write ${path}` : `Write ${path}, with text of ${calls.join(', ')}`,
    inspect: ({ path, content }, place, ahead) => inspectWrite(path, content, place, ahead),
    shownBy: READ,
    run: (input, context) => runWrite(checkpoints, input, context),
  })
}

/** Writes the signed text. The editor's tools use it too. */
export async function runWrite(
  checkpoints: Checkpoints,
  { path, content }: { readonly path: string; readonly content: string },
  context: RunContext,
): Promise<ToolOutcome> {
  const target = await signedPath(path, context)
  if (!target.ok) return target
  return changeAlone(checkpoints, context, [target.path], async () => {
    const before = await readContent(target.path)
    if (hashIn(before) === undefined)
      return { ok: false, code: 'not_a_file', text: `\`${path}\` is not a file that can be written` }
    const expected = signedHash(context.call, target.path)
    if (hashIn(before) !== expected)
      return staleOutcome(context, path, await inspectWrite(path, content, context.place))
    const was = before.kind === 'file' ? decodeText(before.bytes)?.text : null
    const signed = signedText(context, was ?? undefined, content)
    if (signed === undefined)
      return staleOutcome(context, path, await inspectWrite(path, content, context.place))
    const bytes = encodeText(signed, writtenLike(before))
    const put = await putFile(checkpoints, { path: target.path, bytes, expected, call: context.call })
    if (!put.ok) return put
    const did = expected === null ? 'Created' : 'Wrote'
    const said = context.narrowed
      ? await partText(context, { path, now: signed, proposed: content })
      : `${did} ${path}, ${content.length} characters.`
    // The replaced file is not text: its lines cannot be counted.
    const summary = was === undefined ? undefined : changeText(was, signed)
    return changedOutcome(`${said}${otherNames(before)}`, put.changed, summary)
  })
}

export function inspectWrite(
  path: string,
  content: string,
  place: Place,
  ahead?: Ahead,
): Promise<Inspection> {
  const planned = (before: Content) => ({ ok: true, text: content, like: writtenLike(before) }) as const
  return inspectPut(path, place, planned, { replaces: true, ahead })
}

const PLAIN = { encoding: 'utf8', lineEnds: 'as-is' } as const

function writtenLike(before: Content): Pick<TextFile, 'encoding' | 'lineEnds'> {
  return (before.kind === 'file' ? decodeText(before.bytes) : undefined) ?? PLAIN
}

/** A replaced file leaves its other hard links behind, with the old content. */
export function otherNames(before: Content): string {
  return before.kind === 'file' && before.links > 1
    ? ` It had ${before.links - 1} other name(s) (hard links): these keep the old content.`
    : ''
}
