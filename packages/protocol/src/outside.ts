import { z } from 'zod'
import { CallId } from './ids.ts'
import { CoreBody, DefinitionChange } from './bodies.ts'

const SpecifierSent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('shell'), command: z.string() }),
  z.object({
    kind: z.literal('path'),
    paths: z
      .array(z.object({ asked: z.string() }))
      .max(1000)
      .readonly(),
  }),
  z.object({ kind: z.literal('url'), url: z.string() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
])

/** `POST /api/outside/calls`: an outside agent asks to make a call. */
export const OutsideRequest = z.object({
  place: z.object({
    /** Which agent: `claude-code`, `mcp`, … */
    agent: z.string().min(1).max(64),
    /** The agent's own name for its session: calls of one session share a thread. */
    session: z.string().min(1).max(200),
    cwd: z.string().startsWith('/'),
    workspace: z.string().startsWith('/'),
    /** The agent itself is planning: nothing with an effect may happen. */
    planning: z.boolean(),
  }),
  call: z.object({
    tool: z.object({
      name: z.string().min(1).max(200),
      category: z.enum(['read', 'write', 'execute', 'external']),
      destructive: z.boolean(),
      /** Why a person must see it, if not because it is destructive; `destructive` is then true. */
      suspect: z.enum(['changed', 'unlisted']).optional(),
      /** A person answers every call, although it deletes nothing. */
      asks: z.literal('always').optional(),
      editSafe: z.boolean(),
      kind: z.enum(['shell', 'path', 'url', 'text']),
    }),
    title: z.string().max(500),
    specifier: SpecifierSent,
    body: CoreBody,
    /** The tool's description when it was last allowed, and now. */
    change: DefinitionChange.optional(),
    args: z.unknown(),
    /** Where it happens, if not at `place.cwd`. */
    cwd: z.string().startsWith('/').exactOptional(),
  }),
  /** The asker does the work and reports how it ended. Otherwise the call is handed over, and its end is not known here. */
  reports: z.boolean(),
})
export type OutsideRequest = z.infer<typeof OutsideRequest>

/** The answer: the call may be made once, as requested, or not at all. */
export const OutsideAnswer = z.object({
  verdict: z.enum(['allow', 'deny']),
  call_id: CallId,
  /** The reason, for the agent and its person. */
  reason: z.string(),
})
export type OutsideAnswer = z.infer<typeof OutsideAnswer>

/** `POST /api/outside/calls/:id/ended`: how an allowed call ended. */
export const OutsideEnd = z.object({ ok: z.boolean(), text: z.string().max(200_000) })
export type OutsideEnd = z.infer<typeof OutsideEnd>

/** `POST /api/outside/hook`: a hook forwards its agent's event unchanged; only the server parses it. */
export const HookRequest = z.object({
  /** The format of the event; absent: detected from the event. */
  agent: z.string().max(64).optional(),
  /** Its standard input. */
  event: z.string(),
  /** Where the hook was started. */
  cwd: z.string().startsWith('/'),
  /** The project, as the agent names it in the environment of its hooks. */
  project: z.string().startsWith('/').optional(),
})
export type HookRequest = z.infer<typeof HookRequest>

/** The hook's output and exit code, exactly as its agent reads them. */
export const HookReply = z.object({
  exit: z.union([z.literal(0), z.literal(2)]),
  stdout: z.string(),
  stderr: z.string(),
  /**
   * A person was asked and said yes to this call. The hook checks that its agent is still alive and confirms it with `POST
   * /api/outside/calls/:id/heard`; an unconfirmed yes is not used, and nothing is recorded as run.
   */
  heard: CallId.optional(),
})
export type HookReply = z.infer<typeof HookReply>
