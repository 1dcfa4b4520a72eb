import { visiblePieces, type CallView, type MessageView, type ThreadSnapshot } from '@countersign/protocol'
import { callObject, callSummary, callVerb } from '@countersign/protocol/client'

/**
 * A thread as one file that any browser shows, without loading anything: no script, no picture, no URL. Its own policy forbids them, so
 * that no message can ever run in the reader's browser.
 */
export function threadPage({ thread, messages, calls }: ThreadSnapshot): string {
  const title = escaped(thread.title.trim() === '' ? 'Chat' : thread.title)
  const blocks = [
    ...messages
      .filter(({ role, text }) => role !== 'assistant' || text !== '')
      .map((message) => ({ at: message.created_at, html: spoken(message) })),
    ...calls.map((call) => ({ at: call.proposed_at, html: done(call) })),
  ].toSorted((a, b) => a.at - b.at)
  const when = new Date(thread.created_at).toISOString()
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="about">Chat of <time datetime="${when}">${when.slice(0, 16).replace('T', ' ')} UTC</time> in <code>${escaped(thread.workspace)}</code>, model <code>${escaped(thread.model)}</code>. A copy to read: nothing in it can be answered.</p>
${blocks.map(({ html }) => html).join('\n')}
</main>
</body>
</html>
`
}

const WHO = { user: 'You', assistant: 'Agent', notice: 'Notice' } as const

function spoken({ role, text, cut, images = [] }: MessageView): string {
  const pictures = images.map(({ name }) => `<p class="note">Picture: ${escaped(name)}</p>`)
  const ends = cut === undefined ? [] : ['<p class="note">Cut off here.</p>']
  return [
    `<section class="${role}">`,
    `<h2>${WHO[role]}</h2>`,
    ...prose(text),
    ...pictures,
    ...ends,
    '</section>',
  ].join('\n')
}

/** The action of a call, its signature, and the beginning of its result, folded. */
function done(call: CallView): string {
  const object = callObject(call)
  const signed = call.signature === null ? [] : [`${call.signature.via}: ${call.signature.by}`]
  const facts = [callSummary(call), call.state, ...signed].filter((fact) => fact !== '')
  const line = `${escaped(callVerb(call))}${object === '' ? '' : ` <code>${escaped(object)}</code>`} <span>${escaped(facts.join(', '))}</span>`
  const depth = Math.min(call.depth, DEEPEST)
  if (call.preview === null || call.preview === '') return `<p class="call d${depth}">${line}</p>`
  return `<details class="call d${depth}"><summary>${line}</summary><pre>${escaped(call.preview)}</pre></details>`
}

/** Maximum indentation of a sub-agent's call. */
const DEEPEST = 4

/** The Markdown that matters for reading: fences, headings, code and bold. Everything else stays as typed. */
function prose(text: string): readonly string[] {
  const blocks: string[] = []
  let fence: { readonly mark: string; readonly lines: string[] } | null = null
  let plain: string[] = []
  const flush = () => {
    const words = plain.join('\n').replace(/^\n+|\n+$/g, '')
    if (words !== '') blocks.push(`<p>${inline(words)}</p>`)
    plain = []
  }
  for (const line of text.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1]
    if (fence !== null) {
      if (mark?.startsWith(fence.mark) === true) {
        blocks.push(`<pre>${escaped(fence.lines.join('\n'))}</pre>`)
        fence = null
      } else fence.lines.push(line)
    } else if (mark !== undefined) {
      flush()
      fence = { mark, lines: [] }
    } else if (heading !== undefined) {
      flush()
      blocks.push(`<h3>${inline(heading)}</h3>`)
    } else if (line.trim() === '') flush()
    else plain.push(line)
  }
  flush()
  if (fence !== null) blocks.push(`<pre>${escaped(fence.lines.join('\n'))}</pre>`)
  return blocks
}

function inline(text: string): string {
  return escaped(text)
    .replaceAll(/`([^`\n]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*\n]+)\*\*/g, '<b>$1</b>')
}

/** Literal text. Invisible and bidirectional characters are shown by number. */
function escaped(text: string): string {
  return visiblePieces(text)
    .map((piece) => (piece.kind === 'hidden' ? `[${piece.name}]` : piece.text))
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1a17; --dim: #5d5a52; --line: #d9d5cb; --ground: #fbfaf7; --raised: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #ecebe6; --dim: #a9a69d; --line: #3a3833; --ground: #171613; --raised: #1f1e1a; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: .8rem; margin: 0 0 .25rem; color: var(--dim); }
h3 { font-size: 1.05rem; margin: 1rem 0 .25rem; }
section { margin: 1.25rem 0; }
section.user { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; }
p { margin: .5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.about, .note, .call span { color: var(--dim); font-size: .875rem; }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: .5rem .75rem; overflow-x: auto; white-space: pre; }
.call { margin: .25rem 0; padding-left: .75rem; border-left: 2px solid var(--line); overflow-wrap: anywhere; }
.d1 { margin-left: 1rem; } .d2 { margin-left: 2rem; } .d3 { margin-left: 3rem; } .d4 { margin-left: 4rem; }
summary { cursor: pointer; }
`
