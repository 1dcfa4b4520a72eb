/** The tours of the demo: their names, and the words that begin each. */
export const tourTexts = {
  label: 'Tours',
  begun: 'Begun:',
  tours: [
    { title: 'The gate', words: 'show me around' },
    { title: 'The workbench', words: 'show the workbench' },
    { title: 'A workflow', words: 'show a workflow' },
    { title: 'A collection', words: 'show a collection' },
    { title: 'A drawing', words: 'show a drawing' },
    { title: 'Other agents', words: 'show other agents' },
  ],
} as const
