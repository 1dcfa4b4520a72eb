import type { MessageView } from '@countersign/protocol'
import type { Block } from './chat-state.ts'
import { line, type Line } from './lines.ts'
import { markdownLines } from './markdown/markdown-lines.ts'
import { shortenedLine } from './shortened-line.ts'
import { readsLine, trackLines } from './track-lines.ts'
import { visible } from './visible.ts'

/** A block as unwrapped lines. With a width, an agent's text is drawn as Markdown; without one it stays as written. */
export function blockLines(block: Block, width?: number): readonly Line[] {
  switch (block.kind) {
    case 'message':
      return messageLines(block.message, width)
    case 'call':
      return trackLines(block.call, block.inside)
    case 'reads':
      return [readsLine(block.calls)]
    case 'note':
      return block.lines
  }
}

function messageLines(message: MessageView, width: number | undefined): readonly Line[] {
  const { id, role, text, bytes, cut } = message
  const rest = shortenedLine(
    bytes === undefined ? undefined : [{ at: 'text', bytes }],
    `\`countersign show ${id}\` prints all of it`,
  )
  if (role === 'user')
    return [
      ...written(text).map((one, index) => line(`${index === 0 ? '> ' : '  '}${one}`, 'strong')),
      ...rest,
    ]
  const said =
    role === 'assistant' && width !== undefined
      ? markdownLines(text, width)
      : written(text).map((one) => line(one, role === 'notice' ? 'dim' : 'plain'))
  return [...said, ...rest, ...(cut === undefined ? [] : [line('Cut off here.', 'dim')])]
}

function written(text: string): readonly string[] {
  return visible(text.trimEnd()).split('\n')
}
