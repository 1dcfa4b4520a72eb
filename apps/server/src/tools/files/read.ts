import { defineTool, type Tool, type ToolOutcome } from '@countersign/agent'
import { z } from 'zod'
import { readContent, type Content } from './content.ts'
import { imageType } from '../../images/image-facts.ts'
import { imageText, type ImageStore } from '../../images/image-store.ts'
import { signedPath } from './resolved-target.ts'
import { decodeText } from './text-file.ts'
import { rangeOf } from './text-range.ts'
import { shown, subjectOf } from './workspace-path.ts'

const Position = z.number().int().min(1)

/** Reads text as text and pictures as pictures: those are kept, for the model and the card to look at. */
export function filesRead(images: Pick<ImageStore, 'keep'>): Tool {
  return defineTool({
    name: 'files.read',
    description:
      'Reads a text file of the workspace, or looks at an image. Long files come in parts: `start` and `lines` choose lines, `offset` goes on at a character.',
    input: z.object({
      path: z.string().min(1).describe('File, from the workspace root.'),
      start: Position.optional().describe('First line, counted from 1.'),
      lines: Position.max(100_000).optional().describe('How many lines.'),
      offset: z
        .number()
        .int()
        .min(0)
        .optional()
        .describe('First character, counted from 0; instead of `start`.'),
    }),
    category: 'read',
    destructive: false,
    editSafe: false,
    capability: 'safe',
    specifier: { kind: 'path', template: '{path}' },
    repeat: 'safe',
    parallelSafe: true,
    limits: ['20 MB a file', '40,000 characters a call', 'images of 3.75 MB and 8,000 pixels a side'],
    title: ({ path }) => `Read ${path}`,
    async inspect({ path }, place) {
      const subject = await subjectOf(path, place)
      return {
        specifier: { kind: 'path', paths: [subject] },
        body: { kind: 'path', action: 'read', paths: [shown(subject.resolved, place)] },
        targets: [],
      }
    },
    async run({ path, ...range }, context) {
      const target = await signedPath(path, context)
      if (!target.ok) return target
      const content = await readContent(target.path)
      if (content.kind === 'file' && imageType(content.bytes)) return lookAt(images, path, content.bytes)
      return outcomeOf(path, content, range)
    },
  })
}

async function lookAt(images: Pick<ImageStore, 'keep'>, path: string, bytes: Buffer): Promise<ToolOutcome> {
  const kept = await images.keep(bytes, path)
  return kept.ok
    ? { ok: true, text: imageText(kept.image), images: [kept.image] }
    : failed(kept.code, kept.text)
}

type Range = Parameters<typeof rangeOf>[1]

function outcomeOf(path: string, content: Content, range: Range): ToolOutcome {
  switch (content.kind) {
    case 'absent':
      return failed('not_found', `there is no file \`${path}\`; \`files.list\` shows what is there`)
    case 'folder':
      return failed('not_a_file', `\`${path}\` is a folder; \`files.list\` shows what is in it`)
    case 'unreadable':
      return failed('not_a_file', content.text)
    case 'file':
      return readBytes(path, content.bytes, range)
  }
}

function readBytes(path: string, bytes: Buffer, range: Range): ToolOutcome {
  const file = decodeText(bytes)
  if (!file) return failed('binary', `\`${path}\` is no text: ${bytes.length} bytes of something else`)
  const part = rangeOf(file.text, range)
  if (part === undefined) return failed('no_such_range', `\`${path}\` ends before that`)
  const notes = [part.note, noteOf(file)].filter((note) => note !== undefined)
  return { ok: true, text: notes.length === 0 ? part.text : `${part.text}\n[${notes.join('; ')}]` }
}

/** What a model must know to change the file: only what is unusual. */
function noteOf({ encoding, lineEnds }: NonNullable<ReturnType<typeof decodeText>>): string | undefined {
  const facts = [
    ...(encoding === 'utf8' ? [] : [`encoding ${encoding}`]),
    ...(lineEnds === 'crlf' ? ['lines end in CRLF'] : []),
  ]
  return facts.length === 0 ? undefined : `${facts.join(', ')}; kept when it is changed`
}

function failed(code: string, text: string): ToolOutcome {
  return { ok: false, code, text }
}
