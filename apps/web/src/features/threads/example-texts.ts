/** Things to try in an empty chat. The first ones are sentences that the demo model knows. */
export const exampleTexts = {
  list: 'list the files',
  read: (file: string) => `read ${file}`,
  run: (command: string) => `run ${command}`,
  write: 'write notes.md: hello',
  remove: 'delete notes.md',
  folder: 'What is in this folder? Answer in five sentences.',
  readme: (file: string) => `What is this? Read @${file} and sum it up in five sentences.`,
  unused: 'Which of these files are no longer used?',
  tests: (command: string) => `Run ${command} and tell me what fails.`,
  commits: 'What changed in the last ten commits?',
  ignore: 'Write a suitable .gitignore.',
  left: 'Find what is left to do here and suggest an order.',
} as const
