import type { MarkedToken, Token, Tokens } from 'marked'
import { AnswerWords } from './AnswerWords.tsx'
import { unescapeEntities } from './entities.ts'
import { Formula } from './rich/lazy.tsx'
import type { MathToken } from './rich/math-tokens.ts'
import { RemotePicture } from './rich/RemotePicture.tsx'
import { safeLink } from './safe-link.ts'

/** Text within a block. */
export function Inline({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map((token, index) => <InlineToken key={index} token={token} />)
}

function InlineToken({ token }: { token: Token }) {
  const inline = token as MarkedToken | MathToken // the lexer only creates its own kinds, and formulas
  switch (inline.type) {
    case 'text':
      return inline.tokens === undefined ? (
        <AnswerWords text={unescapeEntities(inline.text)} />
      ) : (
        <Inline tokens={inline.tokens} />
      )
    case 'escape':
      return unescapeEntities(inline.text)
    case 'strong':
      return (
        <strong className="font-semibold">
          <Inline tokens={inline.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline tokens={inline.tokens} />
        </em>
      )
    case 'del':
      return (
        <del>
          <Inline tokens={inline.tokens} />
        </del>
      )
    case 'codespan':
      return <code className="rounded-mark bg-ground px-1 py-px font-mono text-[0.93em]">{inline.text}</code>
    case 'br':
      return <br />
    case 'link':
      return <SafeLink link={inline} />
    case 'image':
      return (
        <RemotePicture href={safeLink(inline.href)} name={inline.text === '' ? inline.href : inline.text} />
      )
    case 'math':
      return <Formula source={inline.text} raw={inline.raw} display={inline.display} />
    case 'html':
      return inline.raw
    case 'heading':
    case 'paragraph':
    case 'code':
    case 'blockquote':
    case 'list':
    case 'list_item':
    case 'table':
    case 'hr':
    case 'space':
    case 'def':
    case 'checkbox':
      return inline.raw
  }
}

/** Links lead to the web or to a mail program, open outside, and show their target. Anything else stays text. */
function SafeLink({ link }: { link: Tokens.Link }) {
  const href = safeLink(link.href)
  if (href === null) return <Inline tokens={link.tokens} />
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer">
      <Inline tokens={link.tokens} />
    </a>
  )
}
