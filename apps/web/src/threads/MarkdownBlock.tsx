import type { MarkedToken, Token, Tokens } from 'marked'
import { CodeBlock } from './CodeBlock.tsx'
import { Inline } from './MarkdownInline.tsx'
import { texts } from './texts.ts'

/** One block of Markdown as elements. There are no HTML strings anywhere; raw HTML is shown as the text it is. */
export function MarkdownBlock({ token }: { token: Token }) {
  const block = token as MarkedToken // without extensions the lexer makes only its own kinds
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
      return (
        <CodeBlock
          text={block.text}
          language={block.lang ?? ''}
          done={/\n *(?:`{3,}|~{3,})\s*$/.test(block.raw)}
        />
      )
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

/** Headings of a message stand below those of the page; their looks are one size, their level is their depth. */
function Heading({ depth, children }: { depth: number; children: React.ReactNode }) {
  const Tag = depth <= 1 ? 'h3' : depth === 2 ? 'h4' : 'h5'
  return <Tag className="mt-4 mb-1 font-semibold first:mt-0">{children}</Tag>
}

function List({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    <li key={index} className="my-0.5">
      {item.task && (
        <input type="checkbox" checked={item.checked === true} readOnly disabled className="me-2" />
      )}
      <Blocks tokens={item.tokens} />
    </li>
  ))
  if (!list.ordered) return <ul className="my-2 list-disc ps-5">{items}</ul>
  return (
    <ol className="my-2 list-decimal ps-6" start={list.start === '' ? 1 : list.start}>
      {items}
    </ol>
  )
}

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
              <th key={index} className="border-b border-line-strong px-2 py-1 text-start font-semibold">
                <Inline tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} className="border-b border-line px-2 py-1 align-top">
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
