import type { RunContext } from '@countersign/agent'
import type { PathState } from '../checkpoints/change.ts'
import type { LaterChange } from './known.ts'
import { shownPath } from './look.ts'
import type { HeldBack, Quarantine } from './quarantine.ts'
import { laterQuestion, type LaterQuestion } from './question.ts'
import type { LaterWatch } from './watch.ts'

/** The outcome for files that were held back in a workspace. */
export interface Settled {
  /** `clear`: nothing is held back. `waiting`: nobody has answered yet. */
  readonly kind: 'clear' | 'kept' | 'left' | 'waiting'
  /** For the model and the person; empty: there is nothing to say. */
  readonly text: string
  /** The restored changes. */
  readonly changes: readonly LaterChange[]
}

/** Asks a person about held-back files, all on one card. */
export interface HeldBackFiles {
  /** Asks about held-back files in the workspace of a call. If another call already asks, it waits for that answer. */
  settle(context: Pick<RunContext, 'place' | 'signal' | 'ask'>): Promise<Settled>
}

const CLEAR: Settled = { kind: 'clear', text: '', changes: [] }

export function heldBackFiles(quarantine: Quarantine, watch: Pick<LaterWatch, 'accept'>): HeldBackFiles {
  const asking = new Map<string, Promise<Settled>>()

  async function ask({ place, ask, signal }: Pick<RunContext, 'place' | 'signal' | 'ask'>): Promise<Settled> {
    const held = await quarantine.pending(place.workspace)
    if (held.length === 0) return CLEAR
    const names = namesOf(held, place.workspace)
    if (signal.aborted) return waiting(names)
    const answer = await ask(laterQuestion, await questionOf(held, quarantine, place.workspace)).catch(
      () => undefined,
    )
    if (answer === undefined || !answer.answered) return waiting(names)
    if (!answer.allowed) {
      for (const one of held) await quarantine.leave(one)
      const words = answer.words === '' ? '' : ` They say: ${answer.words}`
      return {
        kind: 'left',
        text: `[${names} would run on their own later, and no approval covered that: the person left them out.${words}]`,
        changes: [],
      }
    }
    const taken: string[] = []
    for (const one of held) {
      for (const { path, after } of one.changes) watch.accept(path, after)
      taken.push(...(await quarantine.keep(one)))
    }
    const rest =
      taken.length === 0
        ? ''
        : `; not put back, because something else is there now or it is too large: ${taken.join(', ')}`
    const changes = held.flatMap((one) => one.changes).filter(({ path }) => !taken.includes(path))
    return { kind: 'kept', text: `[${names} run on their own later: the person kept them${rest}]`, changes }
  }

  return {
    settle(context) {
      const { workspace } = context.place
      const running = asking.get(workspace)
      if (running) return Promise.race([running, aborted(context.signal)])
      const settling = ask(context).finally(() => asking.delete(workspace))
      asking.set(workspace, settling)
      return settling
    },
  }
}

function waiting(names: string): Settled {
  return {
    kind: 'waiting',
    text: `[${names} would run on their own later, and no approval covered that: held back until a person answers. Until then no command runs outside the sandbox here]`,
    changes: [],
  }
}

function aborted(signal: AbortSignal): Promise<Settled> {
  return new Promise((done) => {
    const end = () => done({ kind: 'waiting', text: '', changes: [] })
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}

/** Maximum number of paths in a sentence; the card lists all. */
const NAMED = 20

function namesOf(held: readonly HeldBack[], workspace: string): string {
  const paths = new Set(
    held
      .flatMap(({ changes, unseen }) => [...changes.map(({ path }) => path), ...unseen])
      .map((path) => shownPath(path, workspace)),
  )
  const shown = [...paths].slice(0, NAMED).map((path) => `\`${path}\``)
  return `${shown.join(', ')}${paths.size > NAMED ? ` and ${paths.size - NAMED} more` : ''}`
}

async function questionOf(
  held: readonly HeldBack[],
  quarantine: Quarantine,
  workspace: string,
): Promise<LaterQuestion> {
  const files = new Map<string, string>()
  for (const { id, changes, unseen } of held) {
    const content = (hash: string) => quarantine.content(id, hash)
    for (const { path, before, after } of changes) {
      const was = await textOf(before, content)
      const is = (await textOf(after, content)) ?? ''
      files.set(
        `${shownPath(path, workspace)} (${verb(before, after)})`,
        was === undefined ? is : difference(was, is),
      )
    }
    for (const path of unseen) files.set(shownPath(path, workspace), 'could not be inspected')
  }
  return {
    commands: [...new Set(held.flatMap(({ commands }) => commands))],
    files: [...files]
      .map(([name, shown]) => ({ name, shown }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

function verb(before: PathState, after: PathState): string {
  if (after.kind === 'absent') return 'removed'
  return before.kind === 'absent' ? 'new' : 'changed'
}

async function textOf(
  state: PathState,
  content: (hash: string) => Promise<Buffer | undefined>,
): Promise<string | undefined> {
  switch (state.kind) {
    case 'absent':
      return undefined
    case 'link':
      return `link to ${state.target}`
    case 'file': {
      const bytes = await content(state.hash)
      const mode = (state.mode & 0o111) === 0 ? '' : '(can be run)\n'
      if (bytes === undefined) return `${mode}not saved`
      return bytes.includes(0)
        ? `${mode}${bytes.length} bytes, not text, SHA-256 ${state.hash}`
        : mode + bytes.toString('utf8')
    }
    case 'folder':
    case 'other':
      return 'too large, or not a file: it can be left out but not put back'
  }
}

/** The removed and added lines, without the equal ones at both ends. */
function difference(before: string, after: string): string {
  const was = before.split('\n')
  const is = after.split('\n')
  let start = 0
  while (start < was.length && start < is.length && was[start] === is[start]) start += 1
  let end = 0
  while (end < was.length - start && end < is.length - start && was.at(-1 - end) === is.at(-1 - end)) end += 1
  return [
    ...was.slice(start, was.length - end).map((line) => `- ${line}`),
    ...is.slice(start, is.length - end).map((line) => `+ ${line}`),
  ].join('\n')
}
