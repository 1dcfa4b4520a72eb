import type { MarkedToken, Token, Tokens } from 'marked'
import { Square, SquareCheck } from 'lucide-react'
import { createContext, useContext } from 'react'
import { cx } from '../../ui/cx.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { Inline } from './MarkdownInline.tsx'
import { Diagram, Formula } from './rich/lazy.tsx'
import type { MathToken } from './rich/math-tokens.ts'
import { texts } from './texts.ts'

/** One block of Markdown as elements. No HTML strings are used; raw HTML is shown as plain text. */
export function MarkdownBlock({ token }: { token: Token }) {
  const block = token as MarkedToken | MathToken // the lexer only creates its own kinds, and formulas
  switch (block.type) {
    case 'heading':
      return <Heading depth={block.depth}>{<Inline tokens={block.tokens} />}</Heading>
    case 'paragraph':
      return (
        <p className="my-2 first:mt-0 last:mb-0">
          <Inline tokens={block.tokens} />
        </p>
      )
    case 'text':
      return block.tokens === undefined ? block.text : <Inline tokens={block.tokens} />
    case 'code':
      return <Code token={block} />
    case 'math':
      return <Formula source={block.text} raw={block.raw} display />
    case 'blockquote':
      return (
        <blockquote className="my-2 border-s-2 border-line-strong ps-3 text-ink-2">
          <Blocks tokens={block.tokens} />
        </blockquote>
      )
    case 'list':
      return <List list={block} />
    case 'table':
      return <Table table={block} />
    case 'hr':
      return <hr className="my-4 border-line" />
    case 'html':
      return <p className="my-2 font-mono text-code whitespace-pre-wrap">{block.raw}</p>
    case 'space':
    case 'def':
    case 'checkbox':
      return null
    case 'list_item':
    case 'br':
    case 'codespan':
    case 'del':
    case 'em':
    case 'escape':
    case 'image':
    case 'link':
    case 'strong':
      return <Inline tokens={[block]} />
  }
}

function Blocks({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map((token, index) => <MarkdownBlock key={index} token={token} />)
}

/** Code, or the diagram that it describes once its fence is closed. */
function Code({ token }: { token: Tokens.Code }) {
  const done = /\n *(?:`{3,}|~{3,})\s*$/.test(token.raw)
  const code = <CodeBlock text={token.text} language={token.lang ?? ''} done={done} />
  return done && token.lang?.trim().toLowerCase() === 'mermaid' ? (
    <Diagram source={token.text}>{code}</Diagram>
  ) : (
    code
  )
}

/**
 * Headings of a message rank below those of the page. The first one gets the next level after the page's, regardless of its written depth,
 * so that no level is skipped; none is as large as a page heading.
 */
function Heading({ depth, children }: { depth: number; children: React.ReactNode }) {
  const first = useContext(FirstDepth)
  const Tag = TAGS[Math.min(Math.max(depth - first, 0), TAGS.length - 1)] ?? 'h6'
  const size = SIZES[Math.min(depth, SIZES.length) - 1]
  return <Tag className={cx('mb-1.5 font-semibold first:mt-0', size)}>{children}</Tag>
}

/** The depth of the first heading of the message. */
export const FirstDepth = createContext(1)

const TAGS = ['h3', 'h4', 'h5', 'h6'] as const
const SIZES = [
  'mt-6 text-[1.43em] leading-tight',
  'mt-5 text-[1.21em] leading-snug',
  'mt-4 text-[1.07em]',
  'mt-4 text-ink-2',
] as const

function List({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    <li key={index} className={cx('my-0.5', item.task && '-ms-5 list-none')}>
      {item.task ? <Task item={item} /> : <Blocks tokens={item.tokens} />}
    </li>
  ))
  if (!list.ordered) return <ul className="my-2 list-disc ps-5">{items}</ul>
  return (
    <ol className="my-2 list-decimal ps-6" start={list.start === '' ? 1 : list.start}>
      {items}
    </ol>
  )
}

/** A box instead of the bullet. It only shows a state and cannot be pressed. */
function Task({ item }: { item: Tokens.ListItem }) {
  const Box = item.checked === true ? SquareCheck : Square
  return (
    <span className="flex gap-1.5">
      <Box size={14} aria-hidden="true" className="mt-[calc((1lh-14px)/2)] shrink-0 text-ink-3" />
      <span className="sr-only">{item.checked === true ? texts.taskDone : texts.taskOpen}</span>
      <span className="min-w-0">
        <Blocks tokens={item.tokens} />
      </span>
    </span>
  )
}

/** Columns aligned as the delimiter row says. */
const ALIGNED = { left: 'text-start', center: 'text-center', right: 'text-end' } as const
const aligned = (align: 'left' | 'center' | 'right' | null) => ALIGNED[align ?? 'left']

function Table({ table }: { table: Tokens.Table }) {
  return (
    <div
      className="my-2 overflow-x-auto"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={texts.table}
    >
      <table className="border-collapse text-label">
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th
                key={index}
                className={cx('border-b border-line-strong px-2 py-1 font-semibold', aligned(cell.align))}
              >
                <Inline tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td
                  key={column}
                  className={cx('border-b border-line px-2 py-1 align-top', aligned(cell.align))}
                >
                  <Inline tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
