import type { Toolbelt } from '@countersign/agent'

/** What the model is told before the conversation: its tools, the mode and what follows from it. */
export function systemPrompt(input: {
  readonly belt: Toolbelt
  readonly mode: string
  readonly workspace: string
}): string {
  const tools = input.belt.all().map((tool) => `- ${tool.name}: ${tool.description}`)
  return [
    'You work on the files of a person, in the folder named below. Every tool call is decided by rules or by that person before it runs.',
    `Workspace: ${input.workspace}`,
    `Permission mode: ${input.mode}. ${modeAdvice(input.mode)}`,
    'A refused call is an answer, not an obstacle: read the reason and go on without it or ask.',
    'Tools:',
    ...tools,
  ].join('\n')
}

function modeAdvice(mode: string): string {
  return mode === 'plan'
    ? 'Nothing with an effect runs. Read what you need, then propose a plan in words.'
    : 'Calls with an effect may ask the person first.'
}
