import { memo, useMemo, useState } from 'react'
import type { Token } from 'marked'
import { createBlockReader, lexBlocks } from './markdown-blocks.ts'
import { MarkdownBlock } from './MarkdownBlock.tsx'

/** A finished text. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => lexBlocks(text), [text])
  return <Blocks blocks={blocks} />
})

/** A text that is being written: what is settled is kept, only its end is read and drawn again. */
export function StreamingMarkdown({ text }: { text: string }) {
  const [reader] = useState(createBlockReader)
  const blocks = reader(text)
  return (
    <>
      <Blocks blocks={blocks.frozen} />
      <Blocks blocks={blocks.tail} />
    </>
  )
}

function Blocks({ blocks }: { blocks: readonly Token[] }) {
  return blocks.map((token, index) => <FrozenBlock key={index} token={token} />)
}

// The same token is the same picture.
const FrozenBlock = memo(MarkdownBlock)
