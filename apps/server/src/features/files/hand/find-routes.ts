import { decideByHand, type Place } from '@countersign/policy'
import { findRoutes, type FoundInFile, type ReplacedFile, type UserId } from '@countersign/protocol'
import { join } from 'node:path'
import type { z } from 'zod'
import { refuse, Refused, route, type Route } from '../../../platform/route.ts'
import { readContent } from '../../../workspace/content.ts'
import { shown, subjectOf } from '../../../workspace/workspace-path.ts'
import { READ } from '../../../rules/reading.ts'
import type { Finder, FoundFile } from '../finder.ts'
import { plainSearch } from '../plain-search.ts'
import { ripgrep } from '../ripgrep.ts'
import { rootOf } from '../search.ts'
import { decodeText } from '../../../workspace/text-file.ts'
import { isKept } from '../walk.ts'
import { agentMay, handPlace, type HandHost, type HandPlace } from './hand-place.ts'
import { expressionOf, rangesIn, replaceIn, type Expression } from './find-text.ts'

type Wish = z.output<typeof findRoutes.search.body>

/** Characters of a line that are shown. */
const LINE_LENGTH = 400
/** Files and characters of one preview. */
const PREVIEW_FILES = 500
const PREVIEW_LENGTH = 10_000_000
const FINDERS: readonly Finder[] = [ripgrep, plainSearch]

/** A person searches text in the files of a workspace. The agent's rules do not apply; an administrator's do. */
export function findRoutesOf(host: HandHost): readonly Route[] {
  return [
    route(findRoutes.search, async ({ actor, body, gone }) => {
      const found = await find(host, actor.user, body, gone)
      if (found instanceof Refused) return found
      const { where, more } = found
      const expression = expressionOf(body)
      const files: FoundInFile[] = []
      for await (const { file, path, asked, text } of textsOf(found)) {
        const all = text.split('\n')
        const lines = file.lines.map((line) => ({ line, text: (all[line - 1] ?? '').slice(0, LINE_LENGTH) }))
        const ranges = rangesIn(
          lines.map((line) => line.text),
          expression,
        )
        files.push({
          path: asked,
          agent: agentMay({ asked, resolved: path }, where).may,
          lines: lines.map((line, index) => ({ ...line, ranges: ranges[index] ?? [] })),
        })
      }
      return { files, lines: files.reduce((sum, { lines }) => sum + lines.length, 0), more }
    }),
    route(findRoutes.preview, async ({ actor, body, gone }) => {
      const expression = expressionOf(body)
      if (expression === undefined)
        return refuse(400, 'bad_pattern', 'this pattern can be searched for, but not replaced')
      const found = await find(host, actor.user, body, gone)
      if (found instanceof Refused) return found
      return preview(found, expression, body)
    }),
  ]
}

async function preview(
  found: Found,
  expression: Expression,
  { replacement, regex }: { readonly replacement: string; readonly regex: boolean },
): Promise<{ files: readonly ReplacedFile[]; more: boolean } | Refused> {
  const files: ReplacedFile[] = []
  let length = 0
  for await (const { asked, text, hash } of textsOf(found)) {
    if (files.length >= PREVIEW_FILES || length > PREVIEW_LENGTH) return { files, more: true }
    const replaced = replaceIn(text, expression, { replacement, regex })
    if (replaced === 'too_long')
      return refuse(400, 'bad_pattern', 'replacing took too long; make the pattern simpler')
    length += text.length + replaced.text.length
    if (replaced.text !== text)
      files.push({ path: asked, hash, before: text, after: replaced.text, count: replaced.count })
  }
  return { files, more: found.more }
}

interface Found {
  readonly where: HandPlace
  readonly base: string
  readonly files: readonly FoundFile[]
  readonly more: boolean
  readonly kept: (path: string) => boolean
}

async function find(host: HandHost, user: UserId, wish: Wish, signal: AbortSignal): Promise<Found | Refused> {
  const where = await handPlace(host, user, wish.thread_id)
  if (where instanceof Refused) return where
  const { place } = where
  const judge = await handJudge(host, place)
  const root = await rootOf(place.workspace)
  if (root === undefined) return refuse(404, 'not_found', 'the folder of this chat does not exist')
  try {
    for (const finder of FINDERS) {
      const found = await finder(root, {
        place,
        signal,
        judging: async () => judge,
        pattern: wish.pattern,
        literal: !wish.regex,
        ignore_case: wish.ignore_case,
        word: wish.word,
        glob: wish.glob === '' ? undefined : wish.glob,
        ignored: wish.ignored,
        lines: wish.limit,
      })
      if (found === 'unavailable') continue
      if (!found.ok) return refuse(400, 'bad_pattern', found.message)
      const kept = (path: string) => isKept(path, { place, judge })
      return { where, base: root.path, files: found.files, more: found.cut, kept }
    }
  } finally {
    await root.folder.close()
  }
  return refuse(503, 'unavailable', 'search does not work on this machine')
}

/** A file that an administrator forbids to everyone is never found. */
async function handJudge({ gate }: HandHost, place: Place) {
  const rules = await gate.policy.byHand?.()
  if (rules === undefined) throw new Error('there is no policy for what a person does by hand')
  return (specifier: Parameters<typeof decideByHand>[0]['specifier']) =>
    decideByHand({ tool: READ, specifier, place }, rules)
}

/** A finder only reports positions: shown lines are read again, in the same way as an opened file. */
async function* textsOf({ where: { place }, base, files, kept }: Found) {
  for (const file of files) {
    const path = join(base, file.name)
    if (kept(path)) continue
    const subject = await subjectOf(path, place)
    if (subject.resolved !== path || subject.elsewhere !== undefined) continue
    const content = await readContent(path)
    const text = content.kind === 'file' ? decodeText(content.bytes)?.text : undefined
    if (content.kind === 'file' && text !== undefined)
      yield { file, path, asked: shown(path, place), text, hash: content.hash }
  }
}
