/** The tours of the demo: their names, and the words that begin each. */
export const tourTexts = {
  label: 'Tours',
  begun: 'Started:',
  tours: [
    { title: 'Allow and deny', words: 'show me around' },
    { title: 'Workbench', words: 'show the workbench' },
    { title: 'Workflow', words: 'show a workflow' },
    { title: 'Collection', words: 'show a collection' },
    { title: 'Drawing', words: 'show a drawing' },
    { title: 'Other agents', words: 'show other agents' },
  ],
} as const
