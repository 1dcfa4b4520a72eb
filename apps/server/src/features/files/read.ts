import { imageAttachment } from '@countersign/protocol'
import { defineTool, type Tool, type ToolOutcome } from '@countersign/agent'
import { z } from 'zod'
import { readContent, type Content } from '../../workspace/content.ts'
import { imageType } from '../../media/image-facts.ts'
import { imageText, type ImageStore } from '../../media/image-store.ts'
import { inspectRead, READ } from './path-read.ts'
import { signedPath } from '../../file-writes/resolved-target.ts'
import { decodeText } from '../../workspace/text-file.ts'
import { rangeOf } from '../../tools/text-range.ts'

const Position = z.number().int().min(1)

/** Reads text as text and pictures as pictures, which are stored for the model and the card. */
export function filesRead(images: Pick<ImageStore, 'keep'>): Tool {
  return defineTool({
    name: 'files.read',
    description:
      'Reads a text file or an image in the workspace. Long files come in parts: `start` and `lines` choose lines, `offset` continues at a character.',
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
    ...READ,
    limits: ['20 MB per file', '40,000 characters per call', 'images of 3.75 MB and 8,000 pixels per side'],
    title: ({ path }) => `Read ${path}`,
    inspect: ({ path }, place) => inspectRead('read', path, place),
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
    ? { ok: true, text: imageText(kept.image), attachments: [imageAttachment(kept.image)] }
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
  if (!file) return failed('binary', `\`${path}\` is not text: ${bytes.length} bytes of something else`)
  const part = rangeOf(file.text, range)
  if (part === undefined) return failed('no_such_range', `\`${path}\` ends before that`)
  const notes = [part.note, noteOf(file)].filter((note) => note !== undefined)
  const lines = part.text === '' ? 0 : part.text.replace(/\n$/, '').split('\n').length
  return {
    ok: true,
    text: notes.length === 0 ? part.text : `${part.text}\n[${notes.join('; ')}]`,
    summary: lines === 1 ? '1 line' : `${lines} lines`,
  }
}

/** Facts that a model needs to change the file: only unusual ones. */
function noteOf({ encoding, lineEnds }: NonNullable<ReturnType<typeof decodeText>>): string | undefined {
  const facts = [
    ...(encoding === 'utf8' ? [] : [`encoding ${encoding}`]),
    ...(lineEnds === 'crlf' ? ['lines end in CRLF'] : []),
  ]
  return facts.length === 0 ? undefined : `${facts.join(', ')}; preserved when it is edited`
}

function failed(code: string, text: string): ToolOutcome {
  return { ok: false, code, text }
}
