/** Things to try in an empty chat. The first ones are sentences that the demo model knows. */
export const exampleTexts = {
  list: 'list the files',
  read: (file: string) => `read ${file}`,
  run: (command: string) => `run ${command}`,
  write: 'write notes.md: hello',
  remove: 'delete notes.md',
  folder: 'What is in this folder? Say it in five sentences.',
  readme: (file: string) => `What is this? Read @${file} and say it in five sentences.`,
  unused: 'Which of these files are no longer used?',
  tests: (command: string) => `Run ${command} and say what fails.`,
  commits: 'What changed in the last ten commits?',
  ignore: 'Write a .gitignore that fits.',
  left: 'Find what is left to do here, and propose an order.',
} as const
