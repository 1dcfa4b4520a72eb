/** Names of terminals and of their command: separate from the other texts, because every page loads them. */
export const titles = {
  title: 'Terminal',
  numbered: (name: string) => (name === '1' ? 'Terminal' : `Terminal ${name}`),
  agents: (title: string) => `${title} (agent’s)`,
  show: 'Show the terminal',
  showDoes: 'show the terminal',
} as const
