import type { CallView, ExportFormat, MessageView, ThreadSnapshot } from '@countersign/protocol'
import { threadPage } from './thread-page.ts'
import { callObject, callSummary, callVerb } from '@countersign/protocol/client'

/** The current branch of a thread as a file. Calls are masked as shown; messages are complete. */
export function exportThread(snapshot: ThreadSnapshot, format: ExportFormat): { name: string; text: string } {
  const queued = new Set(snapshot.queued?.map(({ id }) => id))
  const messages = snapshot.messages.filter(({ turn_id }) => turn_id === null || !queued.has(turn_id))
  const sent = { ...snapshot, messages }
  return {
    name: `${fileName(snapshot.thread.title)}.${format}`,
    text: WRITERS[format](sent),
  }
}

/** How each format is written. */
const WRITERS: Readonly<Record<ExportFormat, (snapshot: ThreadSnapshot) => string>> = {
  md: asMarkdown,
  json: asJson,
  html: threadPage,
}

function asJson({ thread, messages, calls, ended = [] }: ThreadSnapshot): string {
  const here = new Set(messages.map(({ turn_id }) => turn_id))
  const turns = ended.filter(({ id }) => here.has(id))
  return `${JSON.stringify({ version: 1, thread, turns, messages, calls }, null, 2)}\n`
}

function asMarkdown({ thread, messages, calls }: ThreadSnapshot): string {
  const blocks = [
    ...messages.filter(hasWords).map((message) => ({ at: message.created_at, text: spoken(message) })),
    ...calls.map((call) => ({ at: call.proposed_at, text: done(call) })),
  ].toSorted((a, b) => a.at - b.at)
  const about = `Chat of ${new Date(thread.created_at).toISOString()} in ${code(thread.workspace)}, model ${code(thread.model)}`
  return `${[`# ${oneLine(thread.title)}`, about, ...blocks.map(({ text }) => text)].join('\n\n')}\n`
}

/** An agent without an answer has an empty message, which only holds the tree of its calls. */
function hasWords({ role, text }: MessageView): boolean {
  return role !== 'assistant' || text !== ''
}

function spoken({ role, text, cut, images = [] }: MessageView): string {
  const title = { user: '## You', assistant: '## Agent', notice: '## Notice' }[role]
  const pictures = images.map(({ name }) => `*Picture: ${oneLine(name)}*`)
  return [title, text, ...pictures, ...(cut === undefined ? [] : ['*Cut off here.*'])].join('\n\n')
}

/** The action of a call, its signature, and the beginning of its result. Calls of sub-agents are indented by depth. */
function done(call: CallView): string {
  const object = callObject(call)
  const facts = [callSummary(call), call.state, signedBy(call)].filter((fact) => fact !== '')
  const line = `${callVerb(call)}${object === '' ? '' : ` ${code(object)}`} (${facts.join(', ')})`
  const result = call.preview === null || call.preview === '' ? [] : ['', fenced(call.preview)]
  const margin = '> '.repeat(call.depth + 1)
  return [line, ...result]
    .join('\n')
    .split('\n')
    .map((one) => `${margin}${one}`)
    .join('\n')
}

function signedBy({ signature }: CallView): string {
  return signature === null ? '' : `${signature.via}: ${oneLine(signature.by)}`
}

/** Longer than any fence inside it, so that nothing in it ends it. */
function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1))
  return [`${fence}text`, text, fence].join('\n')
}

function code(text: string): string {
  const ticks = '`'.repeat(longestTicks(text) + 1)
  return `${ticks}${oneLine(text)}${ticks}`
}

function longestTicks(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Letters and digits of a title, as a name that is valid on every file system. */
function fileName(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return name === '' ? 'chat' : name.slice(0, 60)
}
