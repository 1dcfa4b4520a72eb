import type { Toolbelt } from '@countersign/agent'

export interface PromptFacts {
  readonly belt: Toolbelt
  readonly depth: number
  /** Set for a sub-agent. */
  readonly title?: string
  readonly mode: string
  readonly workspace: string
}

/** What a model is told before the conversation: its tools, the mode and what follows from it. */
export function systemPrompt(facts: PromptFacts): string {
  const tools = facts.belt.all().map((tool) => `- ${tool.name}: ${tool.description}`)
  return [
    facts.title === undefined
      ? ROOT
      : `You are a sub-agent. Your task: ${facts.title}. You see nothing but your instructions.`,
    'Every tool call is decided by rules or by the person before it runs. A refused call is an answer, not an obstacle: read the reason and go on without it or ask.',
    `Workspace: ${facts.workspace}`,
    `Permission mode: ${facts.mode}. ${modeAdvice(facts.mode)}`,
    'For independent pieces of work start several sub-agents with `run_subtask` in one step; they run side by side and do not see each other, so sequence what depends on each other.',
    'Tools:',
    ...tools,
  ].join('\n')
}

const ROOT = 'You work on the files of a person, in the folder named below.'

function modeAdvice(mode: string): string {
  return mode === 'plan'
    ? 'Nothing with an effect runs. Read what you need, then propose a plan in words.'
    : 'Calls with an effect may ask the person first.'
}
