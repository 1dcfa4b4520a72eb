import { oneUseTool, type Tool, type ToolOutcome } from '@countersign/agent'
import { BUILTIN_TOOLS, type Place } from '@countersign/policy'
import type { CallId, CoreBody, OutsideRequest } from '@countersign/protocol'
import { dirname } from 'node:path'
import { argumentEntries } from '../../tools/argument-entries.ts'
import { versionedOf } from '../../workspace/version-control.ts'
import { subjectOf } from '../../workspace/workspace-path.ts'
import { foundFiles } from '../../shell/found-files.ts'
import { lookedUp } from './looked-up.ts'

/** An outside agent's call as a tool: rules also apply to the targets of its paths; running it means handing it over. */
export function outsideTool(
  call: OutsideRequest['call'],
  run: (id: CallId, signal: AbortSignal) => Promise<ToolOutcome>,
): Tool {
  return oneUseTool(call, {
    inspect: async (place) => ({
      specifier: await lookedUp(call.specifier, place),
      body: await bodyOf(call.body, place),
    }),
    run,
  })
}

/**
 * A call, as far as its agent can be believed. The facts of our own tools are ours; a foreign tool is external, and its own claims can only
 * tighten; and a person sees exactly what is judged.
 */
export function claimed(call: OutsideRequest['call'], cwd: string): OutsideRequest['call'] {
  const said = call.tool
  const known = BUILTIN_TOOLS.get(said.name)
  const facts = known ?? {
    name: said.name,
    category: said.name === TALK ? ('read' as const) : ('external' as const),
    destructive: false,
    editSafe: false,
    kind: 'text' as const,
  }
  const fits = facts.kind === call.specifier.kind
  return {
    ...call,
    tool: {
      ...facts,
      destructive: facts.destructive || said.destructive || !fits,
      ...(said.asks === undefined ? {} : { asks: said.asks }),
      ...(said.destructive && said.suspect !== undefined ? { suspect: said.suspect } : {}),
      ...(fits ? {} : { name: `outside.${said.name}`, category: 'external', kind: call.specifier.kind }),
    },
    body: shownBody(call, cwd),
  }
}

/** Talk between an agent and its person. */
const TALK = 'outside.talk'

function shownBody({ specifier, body, args, change }: OutsideRequest['call'], cwd: string): CoreBody {
  switch (specifier.kind) {
    case 'shell':
      return { kind: 'shell', command: specifier.command, cwd }
    case 'url':
      return { kind: 'url', method: 'GET', url: specifier.url }
    case 'path': {
      const paths = specifier.paths.map(({ asked }) => asked)
      const [only] = paths
      if (body.kind === 'write' && paths.length === 1 && only !== undefined)
        return { kind: 'write', path: only, before: body.before, after: body.after, outside_workspace: false }
      return { kind: 'path', action: body.kind === 'path' ? body.action : 'change', paths }
    }
    case 'text':
      return {
        kind: 'arguments',
        entries: [{ name: 'about', value: specifier.text }, ...argumentEntries(args)],
        ...(change === undefined ? {} : { change }),
      }
  }
}

/** Facts that can be found here are not taken from the agent. */
async function bodyOf(body: CoreBody, place: Place): Promise<CoreBody> {
  switch (body.kind) {
    case 'shell': {
      const found = await foundFiles(body.command, { ...place, cwd: body.cwd })
      return found.length === 0 ? body : { ...body, found: [...found] }
    }
    case 'write': {
      const outside = body.path.startsWith('/') && !body.path.startsWith(`${place.workspace}/`)
      const { resolved } = await subjectOf(body.path, place)
      const versioned = body.before === null ? undefined : await versionedOf(dirname(resolved), [resolved])
      return { ...body, outside_workspace: outside, ...(versioned === undefined ? {} : { versioned }) }
    }
    case 'path':
    case 'url':
    case 'todo':
    case 'subtask':
    case 'arguments':
      return body
  }
}
