/** Names of terminals and of the command that shows them: apart from the other words, because every page loads them. */
export const titles = {
  title: 'Terminal',
  numbered: (name: string) => (name === '1' ? 'Terminal' : `Terminal ${name}`),
  agents: (title: string) => `${title} (agent’s)`,
  show: 'Show the terminal',
  showDoes: 'shows the terminal',
} as const
