import type { CallBody, CallView, FoundFile, PartView } from '@countersign/protocol'
import { structuredPatch } from 'diff'
import { line, type Line, type Tone } from './lines.ts'
import { visible, visibleLine } from './visible.ts'

/** What would happen, exactly and whole: the body of a question. */
export function bodyLines({ body, decision }: Pick<CallView, 'body' | 'decision'>): readonly Line[] {
  switch (body.kind) {
    case 'shell':
      return shellLines(body, decision?.parts ?? [], decision?.locked !== undefined)
    case 'write':
      return writeLines(body)
    case 'path':
      return pathLines(body)
    case 'url':
      return urlLines(body)
    case 'todo':
      return body.items.map(({ text, state }) => line(`${TODO_MARKS[state]} ${visibleLine(text)}`))
    case 'subtask':
      return subtaskLines(body)
    case 'arguments':
      return [...serverLines(body), ...argumentLines(body), ...changeLines(body)]
  }
}

const TODO_MARKS = { open: '[ ]', in_progress: '[~]', done: '[x]' } as const

type Body<Kind extends CallBody['kind']> = Extract<CallBody, { kind: Kind }>

function shellLines(body: Body<'shell'>, parts: readonly PartView[], locked: boolean): readonly Line[] {
  const [first = '', ...rest] = visible(body.command).split('\n')
  return [
    line(`$ ${first}`, 'strong'),
    ...rest.map((text) => line(`  ${text}`, 'strong')),
    ...parts.map((part) => partLine(part, locked)),
    ...(body.found ?? []).map(foundLine),
  ]
}

/** What is there of the files that a command would write or remove. */
function foundLine({ act, path, ...there }: FoundFile): Line {
  const words = { overwrite: 'overwrites', append: 'adds to', remove: 'removes' } as const
  return line(`${words[act]} ${visibleLine(path)}: ${thereWords(there)}`, act === 'append' ? 'dim' : 'stop')
}

function thereWords({ files, bytes, more, versioned }: Omit<FoundFile, 'act' | 'path'>): string {
  const counted = `${more === true ? 'more than ' : ''}${files} ${files === 1 ? 'file' : 'files'}, ${bytes} bytes`
  return versioned === undefined ? counted : `${counted}, ${VERSIONED[versioned]}`
}

const VERSIONED = {
  all: 'under version control',
  some: 'not all under version control',
  none: 'not under version control',
} as const

const VERDICTS = { run: 'runs', ask: 'asks', block: 'blocked' } as const

/** One part of a command: what is decided about it, and why. */
export function partLine(part: PartView, locked: boolean): Line {
  const through = part.carriers.length === 0 ? '' : ` (through ${visibleLine(part.carriers.join(', '))})`
  const word = locked && part.verdict === 'ask' ? 'always asks' : VERDICTS[part.verdict]
  return [
    { text: word.padEnd(locked ? 12 : 8), tone: toneOf(part.verdict, locked) },
    { text: visibleLine(part.label), tone: 'plain' },
    { text: `  ${visibleLine(part.reason.sentence)}${through}`, tone: 'dim' },
  ]
}

function toneOf(verdict: PartView['verdict'], locked: boolean): Tone {
  if (verdict === 'run') return 'run'
  return verdict === 'block' || locked ? 'stop' : 'ask'
}

function writeLines(body: Body<'write'>): readonly Line[] {
  const lines = diffLines(body.before ?? '', body.after)
  const count = (sign: string) => lines.filter(([first]) => first?.text.startsWith(sign)).length
  const facts = [
    ...(body.before === null ? ['new file'] : []),
    `+${count('+')} -${count('-')}`,
    ...(body.overwrites === undefined ? [] : [`overwrites ${body.overwrites} bytes`]),
    ...(body.versioned === 'none' ? [VERSIONED.none] : []),
  ]
  return [
    [
      { text: visibleLine(body.path), tone: 'strong' },
      { text: `  ${facts.join(', ')}`, tone: 'dim' },
    ],
    ...(body.outside_workspace ? [line('Outside the workspace.', 'stop')] : []),
    ...(body.after === '' ? [line('The file would be empty.', 'dim')] : lines),
  ]
}

/** Unchanged lines that are kept around a change. */
const CONTEXT = 3
/** Beyond this many edits the shortest difference costs seconds and helps nobody: all is shown as replaced. */
const MAX_EDITS = 3000

function diffLines(before: string, after: string): readonly Line[] {
  const options = { context: CONTEXT, maxEditLength: MAX_EDITS }
  const patch = structuredPatch('', '', before, after, '', '', options)
  if (patch === undefined) {
    const all = (text: string, sign: string) => text.split('\n').map((one) => diffLine(`${sign}${one}`))
    return [...all(before, '-'), ...all(after, '+')]
  }
  return patch.hunks.flatMap((hunk, index) => [
    ...(index === 0 && hunk.oldStart <= 1 ? [] : [line(`@@ line ${hunk.newStart}`, 'dim')]),
    ...hunk.lines.map(diffLine),
  ])
}

function diffLine(text: string): Line {
  const tone = text.startsWith('+') ? 'run' : text.startsWith('-') ? 'stop' : 'plain'
  return line(`${text.slice(0, 1)} ${visibleLine(text.slice(1))}`, tone)
}

function pathLines(body: Body<'path'>): readonly Line[] {
  const { files, bytes = 0 } = body
  return [
    line(`${body.action} ${body.paths.map(visibleLine).join(' → ')}`, 'strong'),
    ...(files === undefined ? [] : [line(thereWords({ ...body, files, bytes }), 'dim')]),
    ...(body.outside_workspace === true ? [line('Outside the workspace.', 'stop')] : []),
  ]
}

function urlLines(body: Body<'url'>): readonly Line[] {
  return [
    line(`${body.method} ${visibleLine(body.url)}`, 'strong'),
    line(hostLine(body.url), 'dim'),
    ...(body.headers ?? []).map(({ name, value }) =>
      line(`${visibleLine(name)}: ${visibleLine(value)}`, 'dim'),
    ),
    ...(body.body === undefined
      ? []
      : visible(body.body)
          .split('\n')
          .map((text) => line(`  ${text}`))),
  ]
}

/** What stands before an `@` is not the host, however much it looks like one. */
function hostLine(url: string): string {
  const host = URL.parse(url)?.host
  return host === undefined ? 'this is no address that can be read' : `host ${visibleLine(host)}`
}

function subtaskLines(body: Body<'subtask'>): readonly Line[] {
  return [
    ...visible(body.instructions)
      .split('\n')
      .map((text) => line(text)),
    line(`tools: ${body.tools.length === 0 ? 'none' : visibleLine(body.tools.join(', '))}`, 'dim'),
    line(`limits: ${body.limits.map(visibleLine).join('; ')}`, 'dim'),
  ]
}

/** The server of a tool, as the person's own list has it. */
function serverLines({ server }: Body<'arguments'>): readonly Line[] {
  if (server === undefined) return []
  const trust = server.trusted_at === null ? 'not trusted' : 'trusted'
  return [line(`MCP server ${server.name}, ${server.transport}, ${trust}: ${visibleLine(server.at)}`, 'dim')]
}

/** How the tool describes itself now, beside how it did when it was last let through. */
function changeLines({ change }: Body<'arguments'>): readonly Line[] {
  if (change === undefined) return []
  return [
    line('The tool has changed since it was last let through:', 'stop'),
    ...diffLines(change.before, change.after),
  ]
}

function argumentLines(body: Body<'arguments'>): readonly Line[] {
  if (body.entries.length === 0) return [line('No arguments.', 'dim')]
  return body.entries.flatMap(({ name, value }) => {
    const [first = '', ...rest] = visible(value).split('\n')
    return [
      [
        { text: `${visibleLine(name)}: `, tone: 'dim' as const },
        { text: first, tone: 'plain' as const },
      ],
      ...rest.map((text) => line(`  ${text}`)),
    ]
  })
}
