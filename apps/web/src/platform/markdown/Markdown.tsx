import { memo, useMemo, useState } from 'react'
import type { Token } from 'marked'
import { createBlockReader, lexBlocks } from './markdown-blocks.ts'
import { FirstDepth, MarkdownBlock } from './MarkdownBlock.tsx'

/** A finished text. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => lexBlocks(text), [text])
  return (
    <FirstDepth value={firstDepth(blocks)}>
      <Blocks blocks={blocks} />
    </FirstDepth>
  )
})

/** A text that is being written: what is settled is kept, only its end is read and drawn again. */
export function StreamingMarkdown({ text }: { text: string }) {
  const [reader] = useState(createBlockReader)
  const blocks = reader(text)
  return (
    <FirstDepth value={firstDepth([...blocks.frozen, ...blocks.tail])}>
      <Blocks blocks={blocks.frozen} />
      <Blocks blocks={blocks.tail} />
    </FirstDepth>
  )
}

function firstDepth(blocks: readonly Token[]): number {
  const first = blocks.find(({ type }) => type === 'heading')
  return first !== undefined && 'depth' in first ? Number(first['depth']) : 1
}

function Blocks({ blocks }: { blocks: readonly Token[] }) {
  return blocks.map((token, index) => <FrozenBlock key={index} token={token} />)
}

// The same token is the same picture.
const FrozenBlock = memo(MarkdownBlock)
