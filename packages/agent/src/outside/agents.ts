/** The agents whose hook formats are spoken here. */
export const HOOK_AGENTS = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor'] as const
export type HookAgent = (typeof HOOK_AGENTS)[number]

/** What is known of an agent's hooks. */
export interface HookFacts {
  /** How people call it. */
  readonly name: string
  /** The release with which these facts were measured, or whose documents say them. */
  readonly readFrom: string
  /** By event: the modes in which it puts a question to its person when a hook answers `ask`. */
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
    // Before a tool every answer but no means that it goes on. It sends the other event only when it is about to ask.
    asks: { PermissionRequest: ['default'] },
  },
  // It knows `ask`, but says no mode; without a person at it, it would wait for ever.
  gemini: { name: 'Gemini CLI', readFrom: '0.61.0', asks: {} },
  // Its plugin runs inside of it, and lets a call run or throws.
  opencode: { name: 'OpenCode', readFrom: '1.18.33', asks: {} },
  // Its documents know `ask`, but an event does not tell whether the agent runs everything by itself.
  cursor: { name: 'Cursor', readFrom: 'its documents of October 2026', asks: {} },
}

/** Whether an agent asks its person when it is answered `ask`. In a mode that is not known, and in none, it is taken not to. */
export function asksIn(agent: HookAgent, event: string, mode: string | undefined): boolean {
  const { asks } = HOOK_FACTS[agent]
  return mode !== undefined && Object.hasOwn(asks, event) && asks[event]?.includes(mode) === true
}
