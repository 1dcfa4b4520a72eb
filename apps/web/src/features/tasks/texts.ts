import { count } from '../../ui/times.ts'

/** Words of tasks and of work for agents below. */
export const texts = {
  showInstructions: (lines: number, characters: number) =>
    `Show the instructions: ${count(lines, 'line')}, ${count(characters, 'character')}`,
  subtaskTools: 'Tools',
  noTools: 'none',
  subtaskLimits: 'Limits',
  todoEmpty: 'Nothing is left to do.',
  todoStates: { open: 'open', in_progress: 'in progress', done: 'done' },
} as const
