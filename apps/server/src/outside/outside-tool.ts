import { oneUseTool, type Tool, type ToolOutcome } from '@countersign/agent'

import { BUILTIN_TOOLS, type Place, type Specifier } from '@countersign/policy'
import type { CallBody, CallId, OutsideRequest } from '@countersign/protocol'
import { subjectOf } from '../tools/files/workspace-path.ts'

/** A call of an agent outside as a tool: rules hold for where its paths lead, too; running it is handing it over. */
export function outsideTool(
  call: OutsideRequest['call'],
  run: (id: CallId, signal: AbortSignal) => Promise<ToolOutcome>,
): Tool {
  return oneUseTool(call, {
    inspect: async (place) => ({
      specifier: await specifierOf(call.specifier, place),
      body: bodyOf(call.body, place),
    }),
    run,
  })
}

/**
 * A call as far as its asker is believed. What our own tools are is ours to say; a foreign tool is external, and what it says of
 * itself can only tighten; and what a person sees is made of what is judged.
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
      ...(fits ? {} : { name: `outside.${said.name}`, category: 'external', kind: call.specifier.kind }),
    },
    body: shownBody(call, cwd),
  }
}

/** Talk between an agent and its person. */
const TALK = 'outside.talk'

function shownBody({ specifier, body, args }: OutsideRequest['call'], cwd: string): CallBody {
  switch (specifier.kind) {
    case 'shell':
      return { kind: 'shell', command: specifier.command, cwd }
    case 'url':
      return { kind: 'url', method: 'GET', url: specifier.url }
    case 'path': {
      const paths = specifier.paths.map(({ asked }) => asked)
      const [only] = paths
      if (body.kind === 'write' && paths.length === 1 && only !== undefined) return { ...body, path: only }
      return { kind: 'path', action: body.kind === 'path' ? body.action : 'change', paths }
    }
    case 'text':
      return { kind: 'arguments', entries: [{ name: 'about', value: specifier.text }, ...entriesOf(args)] }
  }
}

function entriesOf(args: unknown): { name: string; value: string }[] {
  if (typeof args !== 'object' || args === null) return []
  return Object.entries(args).map(([name, value]: [string, unknown]) => ({
    name,
    value: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  }))
}

/** Rules hold for where a path leads, too. */
async function specifierOf(sent: OutsideRequest['call']['specifier'], place: Place): Promise<Specifier> {
  if (sent.kind !== 'path') return sent
  return { kind: 'path', paths: await Promise.all(sent.paths.map(({ asked }) => subjectOf(asked, place))) }
}

function bodyOf(body: CallBody, { workspace }: Place): CallBody {
  if (body.kind !== 'write') return body
  return { ...body, outside_workspace: body.path.startsWith('/') && !body.path.startsWith(`${workspace}/`) }
}
