import { defineTool, type RunContext, type Tool, type ToolOutcome } from '@countersign/agent'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { anchorFolder } from '../../workspace/anchored-folder.ts'
import { readContent } from '../../workspace/content.ts'
import { entryAt } from '../../workspace/entry.ts'
import type { Finder, FoundFile, SearchWish } from './finder.ts'
import { placeName } from './list.ts'
import { inspectRead, READ } from './path-read.ts'
import { signedPath } from '../../file-writes/resolved-target.ts'
import { decodeText } from '../../workspace/text-file.ts'
import { isKept } from './walk.ts'
import { shown, subjectOf } from '../../workspace/workspace-path.ts'

/** Limits: shown lines, characters of one, and context lines. */
const LINE_LIMIT = 300
const LINE_LENGTH = 400
const AROUND_LIMIT = 10

/**
 * Searches with the first available finder. A finder only reports positions: every shown line is read again, in the same way as by
 * `files.read`, so a link that is swapped in meanwhile shows nothing.
 */
export function filesSearch(finders: readonly Finder[]): Tool {
  return defineTool({
    name: 'files.search',
    description:
      'Searches the text files in the workspace for a regular expression, line by line. Leaves out what `.gitignore` excludes unless `ignored` is set.',
    input: z.object({
      pattern: z.string().min(1).max(2000).describe('Regular expression, or the text itself with `literal`.'),
      path: z.string().default('.').describe('Folder or file, from the workspace root.'),
      glob: z.string().max(500).optional().describe('Only files that match, such as `*.ts` or `src/**`.'),
      literal: z.boolean().default(false).describe('The pattern is plain text.'),
      ignore_case: z.boolean().default(false),
      around: z.number().int().min(0).max(AROUND_LIMIT).default(0).describe('Lines before and after each.'),
      names_only: z.boolean().default(false).describe('Only the files, with the number of matching lines.'),
      ignored: z.boolean().default(false).describe('Include what `.gitignore` excludes.'),
    }),
    ...READ,
    limits: [`${LINE_LIMIT} lines`, `${LINE_LENGTH} characters per line`, '20 MB per file', '30 seconds'],
    title: ({ path, pattern }) => `Search ${placeName(path)} for ${pattern.slice(0, 80)}`,
    inspect: ({ path, pattern }, place) => inspectRead('search', path, place, pattern),
    async run(input, context) {
      const target = await signedPath(input.path, context)
      if (!target.ok) return target
      const { place, signal, judging } = context
      return search(finders, target.path, { ...input, place, signal, judging, lines: LINE_LIMIT })
    },
  })
}

type Search = SearchWish &
  Pick<RunContext, 'judging'> & { readonly around: number; readonly names_only: boolean }

async function search(
  finders: readonly Finder[],
  path: string,
  input: Search & { readonly path: string },
): Promise<ToolOutcome> {
  const root = await rootOf(path)
  if (!root) return { ok: false, code: 'not_found', text: `there is no file or folder \`${input.path}\`` }
  try {
    for (const finder of finders) {
      const found = await finder(root, input)
      if (found === 'unavailable') continue
      if (!found.ok) return { ok: false, code: 'bad_pattern', text: found.message }
      const shown = await shownFiles(found.files, { ...input, cut: found.cut, base: root.path })
      return { ok: true, text: shown.text, summary: matchesText(shown, input) }
    }
    return { ok: false, code: 'unavailable', text: 'searching does not work on this machine' }
  } finally {
    await root.folder.close()
  }
}

/** The folder to search; for a file its folder, with its name. */
export async function rootOf(path: string) {
  const own = await anchorFolder(path)
  if (own.ok) return { folder: own.folder, path, only: undefined }
  const parent = await anchorFolder(dirname(path))
  if (!parent.ok) return undefined
  const { folder } = parent
  // A pipe would block.
  if ((await entryAt(folder, basename(path)))?.kind === 'file')
    return { folder, path: dirname(path), only: basename(path) }
  await folder.close()
  return undefined
}

async function shownFiles(
  files: readonly FoundFile[],
  input: Search & { readonly cut: boolean; readonly base: string },
): Promise<Shown> {
  const judge = await input.judging()
  const blocks: string[] = []
  let kept = 0
  let matches = 0
  for (const file of files) {
    const path = join(input.base, file.name)
    const text = isKept(path, { place: input.place, judge }) ? undefined : await textOf(path, input)
    if (text === undefined) {
      kept += 1
      continue
    }
    blocks.push(blockOf(shown(path, input.place), text.split('\n'), file, input))
    matches += file.lines.length
  }
  const notes = [
    ...(input.cut ? [`[more than ${LINE_LIMIT} lines match; search a subfolder or use a glob]`] : []),
    ...(kept > 0
      ? [`[${kept} files not shown: rules deny or ask about reading them, or they cannot be read]`]
      : []),
  ]
  return {
    text: [...(blocks.length === 0 ? ['No matches.'] : blocks), ...notes].join('\n'),
    matches,
    more: input.cut,
  }
}

interface Shown {
  readonly text: string
  readonly matches: number
  readonly more: boolean
}

/** `3 matches for "toFixed"`: of the shown lines, so that it reveals nothing about withheld files. */
function matchesText({ matches, more }: Shown, { pattern }: Pick<Search, 'pattern'>): string {
  const many = matches === 0 ? 'no matches' : matches === 1 ? '1 match' : `${matches} matches`
  return `${more ? 'more than ' : ''}${many} for "${pattern.slice(0, 60)}"`
}

/** Undefined: it no longer exists, or leads out of the workspace. */
async function textOf(path: string, { place }: Search): Promise<string | undefined> {
  const subject = await subjectOf(path, place)
  if (subject.resolved !== path || subject.elsewhere !== undefined) return undefined
  const content = await readContent(path)
  return content.kind === 'file' ? decodeText(content.bytes)?.text : undefined
}

function blockOf(name: string, lines: readonly string[], file: FoundFile, input: Search): string {
  if (input.names_only) return `${name}: ${file.lines.length}`
  const wanted = new Set(file.lines)
  const around = file.lines.flatMap((line) =>
    Array.from({ length: input.around * 2 + 1 }, (_item, index) => line - input.around + index),
  )
  const numbers = [...new Set(around)].filter((line) => line >= 1 && line <= lines.length)
  return numbers
    .sort((a, b) => a - b)
    .map((line) => `${name}:${line}${wanted.has(line) ? ':' : '-'} ${cut(lines[line - 1] ?? '')}`)
    .join('\n')
}

function cut(line: string): string {
  return line.length <= LINE_LENGTH ? line : `${line.slice(0, LINE_LENGTH)} […]`
}
