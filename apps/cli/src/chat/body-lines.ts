import {
  isFeatureBody,
  type CallView,
  type CoreBody,
  type FeatureBody,
  type FoundFile,
  type PartView,
} from '@countersign/protocol'
import { alwaysAsks, diffTexts, reasonText, type Diff } from '@countersign/protocol/client'
import type { FeatureBodyLines } from './feature-body-lines.ts'
import { line, type Line, type Tone } from './lines.ts'
import { visible, visibleLine } from './visible.ts'

type ShownCall = Pick<CallView, 'decision' | 'shortened'>
type Body<Kind extends CoreBody['kind']> = Extract<CoreBody, { kind: Kind }>

const BODIES: {
  readonly [Kind in CoreBody['kind']]: (body: Body<Kind>, call: ShownCall) => readonly Line[]
} = {
  shell: (body, { decision }) => shellLines(body, decision?.parts ?? [], decision?.locked !== undefined),
  write: (body, { shortened }) => writeLines(body, shortened),
  path: pathLines,
  url: urlLines,
  todo: ({ items }) => items.map(({ text, state }) => line(`${TODO_MARKS[state]} ${visibleLine(text)}`)),
  subtask: subtaskLines,
  arguments: (body) => [...serverLines(body), ...argumentLines(body), ...changeLines(body)],
}

/** The body of a question: exactly and completely what would happen. An unknown kind is drawn as its arguments. */
export function bodyLines(
  call: ShownCall & Pick<CallView, 'body'>,
  ofFeatures: readonly FeatureBodyLines[],
): readonly Line[] {
  const { body } = call
  if (!isFeatureBody(body)) {
    const lines = BODIES[body.kind] as (body: CoreBody, call: ShownCall) => readonly Line[] // those of exactly this kind
    return lines(body, call)
  }
  const known = ofFeatures.find(({ kind }) => kind === body.kind)
  return known?.lines(body) ?? argumentLines(body)
}

const TODO_MARKS = { open: '[ ]', in_progress: '[~]', done: '[x]' } as const

function shellLines(body: Body<'shell'>, parts: readonly PartView[], locked: boolean): readonly Line[] {
  const [first = '', ...rest] = visible(body.command).split('\n')
  return [
    line(`$ ${first}`, 'strong'),
    ...rest.map((text) => line(`  ${text}`, 'strong')),
    ...parts.map((part) => partLine(part, locked)),
    ...(body.found ?? []).map(foundLine),
  ]
}

/** The existing files that a command would write or remove. */
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

/** One part of a command: its verdict and the reason. */
export function partLine(part: PartView, locked: boolean): Line {
  const through = part.carriers.length === 0 ? '' : ` (through ${visibleLine(part.carriers.join(', '))})`
  const always = alwaysAsks(part)
  const word = always ? 'always asks' : VERDICTS[part.verdict]
  return [
    { text: word.padEnd(locked ? 12 : 8), tone: toneOf(part.verdict, always) },
    { text: visibleLine(part.label), tone: 'plain' },
    { text: `  ${visibleLine(reasonText(part))}${through}`, tone: 'dim' },
  ]
}

function toneOf(verdict: PartView['verdict'], always: boolean): Tone {
  if (verdict === 'run') return 'run'
  return verdict === 'block' || always ? 'stop' : 'ask'
}

function writeLines(body: Body<'write'>, shortened: CallView['shortened']): readonly Line[] {
  const above = shortened?.find(({ at }) => at === 'body.after')?.lines_above ?? 0
  const diff = diffTexts(body.before, body.after, above)
  const facts = [
    ...(body.before === null ? ['new file'] : []),
    // A part of a change does not say how many lines the whole has.
    ...(shortened === undefined ? [`+${diff.added} −${diff.removed}`] : []),
    ...(body.overwrites === undefined ? [] : [`overwrites ${body.overwrites} bytes`]),
    ...(body.versioned === 'none' ? [VERSIONED.none] : []),
  ]
  return [
    [
      { text: visibleLine(body.path), tone: 'strong' },
      { text: `  ${facts.join(', ')}`, tone: 'dim' },
    ],
    ...(body.outside_workspace ? [line('Outside the workspace.', 'stop')] : []),
    ...(body.after === '' ? [line('The file would be empty.', 'dim')] : diffLines(diff)),
  ]
}

const SIGNS = { same: ' ', added: '+', removed: '-' } as const
const TONES = { same: 'plain', added: 'run', removed: 'stop' } as const

/** The lines of a change with their numbers: a removed line has its old number, any other its new one. */
function diffLines({ rows }: Diff): readonly Line[] {
  const many = rows.reduce((sum, row) => sum + (row.kind === 'folded' ? row.lines : 1), 0)
  const column = String(many).length
  let [before, after] = [0, 0]
  return rows.flatMap((row, index): readonly Line[] => {
    if (row.kind === 'folded') {
      before += row.lines
      after += row.lines
      const isEdge = index === 0 || index === rows.length - 1
      return isEdge ? [] : [line(`${' '.repeat(column)} …`, 'dim')]
    }
    if (row.kind !== 'added') before += 1
    if (row.kind !== 'removed') after += 1
    const number = row.kind === 'removed' ? before : after
    return [
      [
        { text: `${String(number).padStart(column)} `, tone: 'dim', margin: true },
        { text: `${SIGNS[row.kind]} `, tone: TONES[row.kind], margin: true },
        ...line(visibleLine(row.text), TONES[row.kind]),
      ],
    ]
  })
}

function pathLines(body: Body<'path'>): readonly Line[] {
  const { files, bytes = 0 } = body
  return [
    line(
      `${body.action} ${body.paths.map(visibleLine).join(' → ')}${body.pattern === undefined ? '' : ` for ${visibleLine(body.pattern)}`}`,
      'strong',
    ),
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

/** The text before an `@` is not the host, however much it looks like one. */
function hostLine(url: string): string {
  const host = URL.parse(url)?.host
  return host === undefined ? 'this address cannot be read' : `host ${visibleLine(host)}`
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

/** The server of a tool, according to the person's own list. */
function serverLines({ server }: Body<'arguments'>): readonly Line[] {
  if (server === undefined) return []
  const trust = server.trusted_at === null ? 'not trusted' : 'trusted'
  return [line(`MCP server ${server.name}, ${server.transport}, ${trust}: ${visibleLine(server.at)}`, 'dim')]
}

/** The tool's description now, next to the one when it was last allowed. */
function changeLines({ change }: Body<'arguments'>): readonly Line[] {
  if (change === undefined) return []
  return [
    line('The tool has changed since it was last allowed:', 'stop'),
    ...diffLines(diffTexts(change.before, change.after)),
  ]
}

function argumentLines(body: Pick<FeatureBody, 'entries'>): readonly Line[] {
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
