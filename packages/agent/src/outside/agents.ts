/** The agents whose hook formats are spoken here. */
export const HOOK_AGENTS = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor'] as const
export type HookAgent = (typeof HOOK_AGENTS)[number]

/** What is known of an agent's hooks. */
export interface HookFacts {
  /** How people call it. */
  readonly name: string
  /** The release whose program or documents these facts were read from. */
  readonly readFrom: string
  /** Seconds that it waits for a hook whose entry names no timeout. */
  readonly timeout: number
  /**
   * The modes in which it puts a question to its person when a hook answers `ask`. A mode that is not here, and one that it does not
   * name, is taken for one that goes on without asking.
   */
  readonly askingModes: ReadonlySet<string>
}

const NEVER_ASKS: ReadonlySet<string> = new Set()

export const HOOK_FACTS: Readonly<Record<HookAgent, HookFacts>> = {
  'claude-code': {
    name: 'Claude Code',
    readFrom: '2.1',
    timeout: 600,
    // `bypassPermissions`, `dontAsk` and `auto` decide without a person.
    askingModes: new Set(['default', 'acceptEdits', 'plan']),
  },
  // It takes a refusal before a tool; an answer without one means that it goes on by its own settings.
  codex: { name: 'Codex', readFrom: '0.166', timeout: 600, askingModes: NEVER_ASKS },
  gemini: { name: 'Gemini CLI', readFrom: '0.61', timeout: 60, askingModes: NEVER_ASKS },
  // Its plugin runs inside of it, and lets a call run or throws.
  opencode: { name: 'OpenCode', readFrom: '1.18', timeout: 600, askingModes: NEVER_ASKS },
  // Its documents know `ask`, but an event does not tell whether the agent runs everything by itself.
  cursor: {
    name: 'Cursor',
    readFrom: 'its documents of October 2026',
    timeout: 60,
    askingModes: NEVER_ASKS,
  },
}
