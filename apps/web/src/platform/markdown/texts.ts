/** Texts of the Markdown renderer. */
export const texts = {
  taskDone: 'Done: ',
  taskOpen: 'To do: ',
  table: 'Table',
  diagram: 'Diagram',
  diagramCode: 'Show the code',
  showPicture: (name: string, host: string) => `Show the picture “${name}” from ${host}`,
} as const
