/** The agents whose hook formats we support. */
export const HOOK_AGENTS = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor'] as const
export type HookAgent = (typeof HOOK_AGENTS)[number]

/** Facts about an agent's hooks. */
export interface HookFacts {
  /** Its name for people. */
  readonly name: string
  /** The release in which these facts were measured, or whose documents state them. */
  readonly readFrom: string
  /** By event: the modes in which it asks its person when a hook answers `ask`. */
  readonly asks: Readonly<Record<string, readonly string[]>>
}

// `bypassPermissions`, `dontAsk` and `auto` decide without a person.
const CLAUDE_ASKS = ['default', 'acceptEdits', 'plan']

export const HOOK_FACTS: Readonly<Record<HookAgent, HookFacts>> = {
  'claude-code': {
    name: 'Claude Code',
    readFrom: '2.1.325',
    asks: { PreToolUse: CLAUDE_ASKS, PermissionRequest: CLAUDE_ASKS },
  },
  codex: {
    name: 'Codex',
    readFrom: '0.166.0',
    // Before a tool, every answer but no lets the call continue. Codex sends the other event only when it is about to ask.
    asks: { PermissionRequest: ['default'] },
  },
  // It supports `ask` but does not report its mode; without a person it would wait forever.
  gemini: { name: 'Gemini CLI', readFrom: '0.61.0', asks: {} },
  // Its plugin runs in-process: it lets a call run or throws.
  opencode: { name: 'OpenCode', readFrom: '1.18.33', asks: {} },
  // Its documents mention `ask`, but an event does not say whether the agent runs everything without asking.
  cursor: { name: 'Cursor', readFrom: 'its documents of October 2026', asks: {} },
}

/** Whether an agent asks its person when a hook answers `ask`. If the mode is unknown or absent, we assume that it does not. */
export function asksIn(agent: HookAgent, event: string, mode: string | undefined): boolean {
  const { asks } = HOOK_FACTS[agent]
  return mode !== undefined && Object.hasOwn(asks, event) && asks[event]?.includes(mode) === true
}
