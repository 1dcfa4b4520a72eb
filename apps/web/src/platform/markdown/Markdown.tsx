import { memo, useMemo, useState } from 'react'
import type { Token } from 'marked'
import { createBlockReader, lexBlocks } from './markdown-blocks.ts'
import { FirstDepth, MarkdownBlock } from './MarkdownBlock.tsx'

/** A complete text. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => lexBlocks(text), [text])
  return (
    <FirstDepth value={firstDepth(blocks)}>
      <Blocks blocks={blocks} />
    </FirstDepth>
  )
})

/** A streaming text: finished blocks are kept, and only its end is parsed and rendered again. */
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

// The same token renders the same output.
const FrozenBlock = memo(MarkdownBlock)
