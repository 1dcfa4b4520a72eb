import {
  defineTool,
  type Call,
  type Grounds,
  type RunContext,
  type Tool,
  type ToolOutcome,
} from '@countersign/agent'
import type { ThreadId } from '@countersign/protocol'
import { z } from 'zod'
import type { Change } from '../../checkpoints/change.ts'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { lostSentence, type Lost } from '../../checkpoints/unkept.ts'
import type { Snapshot, WorkspaceSnapshots } from '../../checkpoints/workspace-snapshots.ts'
import { shown } from '../../workspace/workspace-path.ts'
import type { Entered, Rung, Sandbox } from '../../sandbox/sandbox.ts'
import { lookAtCommand, withBreakers } from '../../shell/command-look.ts'
import { lookAtDisk } from '../../shell/disk-look.ts'
import { hiddenSecrets } from '../../sandbox/hidden-secrets.ts'
import { namedSecrets } from '../../shell/named-paths.ts'
import type { Watched } from '../../runs-later/watch.ts'
import { foundFiles } from '../../shell/found-files.ts'
import { watchOutside } from './lost-outside.ts'
import { countsOf } from './test-counts.ts'
import { runCommand, type CommandEnd } from './run-command.ts'
import type { LeftRunning } from '../../platform/left-running.ts'
import type { LaterGuard } from '../../runs-later/guard.ts'
import type { RunningCommands } from './running-commands.ts'
import type { TerminalSessions } from './sessions.ts'
import type { ProcessParts } from './start-process.ts'

/** Longest time a command may run, in seconds. */
const TIMEOUT_LIMIT = 600
const TIMEOUT = 120
/** Milliseconds in which a background process may fail immediately. */
const FIRST_LOOK = 1000

const Input = z.object({
  command: z.string().min(1).max(10_000).describe('The text for `bash -c`.'),
  timeout: z
    .number()
    .int()
    .min(1)
    .max(TIMEOUT_LIMIT)
    .default(TIMEOUT)
    .describe('Timeout in seconds; not for background processes.'),
  background: z
    .boolean()
    .default(false)
    .describe('Leave it running and return immediately, for servers and watchers; see `terminal.read`.'),
  pty: z.boolean().default(false).describe('Run it in a terminal (pty), for interactive programs.'),
  outside: z
    .boolean()
    .default(false)
    .describe(
      'Run it outside the sandbox, after the sandbox refused something. A person is asked every time.',
    ),
})
type Input = z.infer<typeof Input>

export interface ExecParts {
  readonly process: ProcessParts
  readonly sessions: TerminalSessions
  readonly sandbox: Sandbox
  /** Hosts that a thread's rules let `web.fetch` reach: commands that the mode allows may reach them too. */
  hostsOf(threadId: ThreadId): Promise<readonly string[]>
  newMarker(): string
  /** Where people watch running commands; absent: nowhere. */
  readonly commands?: RunningCommands
  /** The workspace before a command, for storing its changes. Absent: changes of commands are not stored. */
  readonly snapshots?: WorkspaceSnapshots
  readonly checkpoints?: Pick<Checkpoints, 'keep'>
  /** Holds back files that run automatically later. */
  readonly later: LaterGuard
  /** Where a call is listed while its background process runs; absent: nowhere. */
  readonly leftRunning?: Pick<LeftRunning, 'began'>
}

/** `terminal.exec`: one command, judged as shell text, with a clean environment in the workspace. */
export function terminalExec(parts: ExecParts): Tool {
  return defineTool({
    name: 'terminal.exec',
    description: 'Runs a command with bash in the workspace and returns its output.',
    input: Input,
    category: 'execute',
    // Only a person lets a command out of the sandbox, and it is a separate call: part of it may already have run.
    destructive: ({ outside }) => outside,
    editSafe: false,
    capability: 'workspace_write',
    specifier: { kind: 'shell', template: '{command}' },
    repeat: 'never',
    parallelSafe: false,
    limits: [
      `${TIMEOUT} seconds, at most ${TIMEOUT_LIMIT}`,
      'start and end of the output, 20,000 characters each',
      'undo covers 50,000 files and 256 MB that git does not ignore, 20 MB per file',
    ],
    lock: 'terminal',
    title: ({ background, outside }) =>
      outside
        ? 'Run outside the sandbox; part of it may already have run inside'
        : background
          ? 'Start a process'
          : 'Run a command',
    async inspect({ command }, place) {
      const [found, lost] = await Promise.all([
        foundFiles(command, place),
        lookAtDisk(command, place, parts.snapshots),
      ])
      const disk = withBreakers(lost, lookAtCommand(command, place, { descends: true }))
      return {
        specifier: { kind: 'shell', command, ...(Object.keys(disk).length === 0 ? {} : { disk }) },
        body: {
          kind: 'shell',
          command,
          cwd: place.cwd,
          ...(found.length === 0 ? {} : { found: [...found] }),
        },
        targets: [],
      }
    },
    async run(input, context) {
      const stale = await newlyLost(parts, context)
      if (stale !== undefined) return stale
      return input.background ? startSession(parts, input, context) : runToEnd(parts, input, context)
    },
  })
}

type Context = RunContext & { readonly call: Call }

/**
 * How far a command is trusted: read-only commands and plan mode look, commands that the mode allows work, and a yes of a rule or a person
 * is free.
 */
export function rungOf({ via, mode }: Grounds): Rung | undefined {
  if (mode === 'plan' || via === 'readonly') return 'look'
  return via === 'rule' || via === 'person' ? undefined : 'work'
}

interface Inside extends Entered {
  /** Files of the workspace that are hidden from it. */
  readonly unread: readonly string[]
}

async function enter(parts: ExecParts, command: string, context: Context): Promise<Inside | undefined> {
  const rung = rungOf(context.grounds)
  if (rung === undefined || (await parts.sandbox.state()).kind === 'off') return undefined
  const { place, call } = context
  const hosts = rung === 'work' ? await parts.hostsOf(call.threadId) : []
  const { paths, inWorkspace } = await hiddenSecrets(
    place,
    await context.judging(),
    namedSecrets(call, place),
  )
  const entered = await parts.sandbox.enter(command, {
    workspace: place.workspace,
    rung,
    hosts,
    hidden: paths,
  })
  return entered && { ...entered, unread: inWorkspace }
}

/** Adds which files were hidden from the command and which rules would open them. */
function withUnread(outcome: ToolOutcome, inside: Inside | undefined, context: Context): ToolOutcome {
  const unread = inside?.unread ?? []
  if (unread.length === 0 || (outcome.ok && rungOf(context.grounds) === 'look')) return outcome
  const rules = unread.slice(0, 5).map((path) => `\`allow @secrets(${path})\``)
  const note = `[hidden from commands that only the mode allows, so empty for this one: ${unread.slice(0, 5).join(', ')}; a person can allow it with ${rules.join(', ')}]`
  return { ...outcome, text: `${outcome.text}\n${note}` }
}

async function runToEnd(parts: ExecParts, input: Input, context: Context): Promise<ToolOutcome> {
  const { place, signal, output } = context
  const inside = await enter(parts, input.command, context)
  const guarded = await guard(parts, input.command, context, inside)
  if (!guarded.ok) return guarded.outcome
  const before = await snapshotOf(parts, context)
  const lostOutside = await watchOutside(input.command, place)
  const watched = await parts.commands?.begin(context.call.threadId, input)
  const ended = await runCommand(
    inside ? { ...parts.process, instead: inside.argv } : parts.process,
    {
      command: input.command,
      cwd: place.cwd,
      home: place.home,
      pty: input.pty,
      marker: parts.newMarker(),
      timeout: input.timeout * 1000,
      show: output,
      ...(watched === undefined ? {} : { hear: watched.hear }),
    },
    signal,
  ).finally(() => watched?.end())
  const refused = ended.kind === 'exited' && ended.code !== 0 ? refusalsOf(inside, ended.output) : []
  inside?.leave()
  await guarded.watched?.end()
  const plain = outcomeOf(ended, input.timeout)
  const outcome = withUnread(
    refused.length === 0 ? plain : sandboxRefused(plain.text, refused),
    inside,
    context,
  )
  const told =
    before === undefined ? outcome : await withChanges(parts, context, outcome, { before, lostOutside })
  return guarded.watched ? parts.later.after(context, told) : told
}

/** The decision was based on the state at the proposal: nobody has decided about anything that appeared since and would be lost. */
async function newlyLost(
  { snapshots }: ExecParts,
  { call, place }: Context,
): Promise<ToolOutcome | undefined> {
  const { specifier } = call
  if (specifier.kind !== 'shell') return undefined
  const { unkept = [], absent = [] } = await lookAtDisk(specifier.command, place, snapshots)
  const known = new Set(specifier.disk?.unkept)
  const looked = new Set(specifier.disk?.breakers?.map(({ target }) => target))
  const unseen = lookAtCommand(specifier.command, place, { descends: true }).find(
    ({ target }) => !looked.has(target),
  )
  if (unseen !== undefined) {
    const text = `did not run: \`${unseen.target}\` no longer leads where it did when this call was proposed; propose it again`
    return { ok: false, code: 'stale', text }
  }
  const came = specifier.disk?.absent?.find((path) => !absent.includes(path))
  const path = unkept.find((each) => !known.has(each)) ?? came
  if (path === undefined) return undefined
  const where = shown(path, place)
  const text = `did not run: \`${where}\` has changed since this call was proposed, and undo does not cover it; propose it again`
  return { ok: false, code: 'stale', text }
}

type Guarded =
  | { readonly ok: true; readonly watched?: Watched }
  | { readonly ok: false; readonly outcome: ToolOutcome }

/** A command in a sandbox that closes the whole workspace can leave nothing there. */
async function guard(
  { later }: ExecParts,
  text: string,
  context: Context,
  inside: Entered | undefined,
): Promise<Guarded> {
  if (inside && rungOf(context.grounds) === 'look') return { ok: true }
  try {
    const begun = await later.begin(context, { text, isFree: !inside })
    if (begun.ok) begun.watched.closed(inside?.closed ?? [])
    else inside?.leave()
    return begun
  } catch (cause) {
    inside?.leave()
    throw cause
  }
}

/** A command that may change files is preceded by a snapshot; a read-only one is not. */
async function snapshotOf(
  { snapshots }: ExecParts,
  { grounds, place }: Context,
): Promise<Snapshot | undefined> {
  if (rungOf(grounds) === 'look') return undefined
  // An unreadable workspace does not prevent work in it, but the result says so.
  return snapshots?.take(place.workspace).catch(unkept)
}

function unkept(cause: unknown): Extract<Snapshot, { kind: 'none' }> {
  return { kind: 'none', why: cause instanceof Error ? cause.message : String(cause) }
}

/** Maximum number of paths in a result. */
const NAMED = 1000

/** The command's changes are stored under its call, so that a person can undo them. */
async function withChanges(
  parts: ExecParts,
  context: Context,
  outcome: ToolOutcome,
  looks: Looks,
): Promise<ToolOutcome> {
  const { before, lostOutside } = looks
  if (before.kind === 'none')
    return { ...outcome, text: `${outcome.text}\n[these changes cannot be undone: ${before.why}]` }
  // The command has run: whatever happens now, its result is returned.
  const changes = await before.changes().catch(unkept)
  if ('why' in changes) return withChanges(parts, context, outcome, { before: changes, lostOutside })
  const lost = [...tooLarge(changes), ...(await before.lost()), ...(await lostOutside())]
  const told = withLost(outcome, lost, context)
  if (changes.length === 0) return told
  await parts.checkpoints?.keep(context.call, changes)
  const paths = changes.map((change) => (change.kind === 'move' ? change.to : change.path))
  return { ...told, changed: paths.slice(0, NAMED) }
}

/** The state before a command: in the workspace, and outside where the command names it. */
interface Looks {
  readonly before: Snapshot
  lostOutside(): Promise<readonly Lost[]>
}

/** Known to have changed, but not stored. */
function tooLarge(changes: readonly Change[]): readonly Lost[] {
  return changes.flatMap((change) =>
    change.kind === 'set' && change.before.kind === 'other' ? [{ path: change.path, why: 'large' }] : [],
  )
}

function withLost(outcome: ToolOutcome, lost: readonly Lost[], { place }: Context): ToolOutcome {
  const sentence = lostSentence(lost.map(({ path, why }) => ({ path: shown(path, place), why })))
  return sentence === undefined ? outcome : { ...outcome, text: `${outcome.text}\n[${sentence}]` }
}

function refusalsOf(inside: Entered | undefined, output: string): readonly string[] {
  if (!inside) return []
  const seen = inside.refusals()
  if (seen.length > 0) return seen
  return output.includes('Read-only file system') ? ['a write'] : []
}

/** A refused command has partly run: the result says so, and it is never repeated automatically. */
function sandboxRefused(output: string, refused: readonly string[]): ToolOutcome {
  const what = refused.slice(0, 5).join(', ')
  const next =
    'everything before it has run. To run it outside, check what is already done and call again with `outside`'
  return { ok: false, code: 'sandbox_refused', text: `${output}\n[the sandbox refused: ${what}; ${next}]` }
}

function outcomeOf(ended: CommandEnd, timeout: number): ToolOutcome {
  switch (ended.kind) {
    case 'exited':
      return exited(ended.output, ended.code)
    case 'timed_out':
      return {
        ok: false,
        code: 'timeout',
        text: `${ended.output}\n[ended after ${timeout} s]`,
        summary: `ended after ${timeout} s`,
      }
    case 'stopped':
      return { ok: false, code: 'stopped', text: `${ended.output}\n[stopped]` }
    case 'not_started':
      return { ok: false, code: 'not_started', text: `the command could not be started: ${ended.message}` }
  }
}

function exited(output: string, code: number): ToolOutcome {
  const counted = countsOf(output)
  if (code === 0)
    return {
      ok: true,
      text: output === '' ? '(no output)' : output,
      ...(counted === undefined ? {} : { summary: counted }),
    }
  const words = [...(counted === undefined ? [] : [counted]), `exit code ${code}`]
  return { ok: false, code: 'exit', text: `${output}\n[exit code ${code}]`, summary: words.join(', ') }
}

async function startSession(
  parts: ExecParts,
  { command, pty }: Input,
  context: Context,
): Promise<ToolOutcome> {
  const { sessions } = parts
  const { place, signal, call } = context
  const inside = await enter(parts, command, context)
  const guarded = await guard(parts, command, context, inside)
  if (!guarded.ok) return guarded.outcome
  const hasEnded = await parts.leftRunning?.began(call.id)
  const onEnded = () => {
    hasEnded?.()
    inside?.leave()
    // A check that fails now is repeated before the next command.
    void guarded.watched?.end().catch(() => undefined)
  }
  const process = inside ? { ...parts.process, instead: inside.argv, onEnded } : { ...parts.process, onEnded }
  const owner = { threadId: call.threadId, turnId: call.turnId }
  const started = await sessions.start(owner, { command, pty, cwd: place.cwd, home: place.home }, process)
  if (!started.ok) {
    onEnded()
    return { ok: false, code: 'too_many', text: started.message }
  }
  const { id } = started.session
  const read = await sessions.read(id, FIRST_LOOK, signal)
  const text = read?.text ?? ''
  if (read?.session.state.kind === 'ended') {
    const { code } = read.session.state
    const end = `[it ended at once${code === null ? '' : ` with code ${code}`}]`
    await parts.later.look(place.workspace)
    return parts.later.after(context, { ok: false, code: 'exit', text: `${text}\n${end}` })
  }
  return withUnread({ ok: true, text: `Running as \`${id}\`.\n${text}`.trimEnd() }, inside, context)
}
