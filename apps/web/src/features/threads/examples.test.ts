import { expect, test } from 'vitest'
import { examplesFor } from './examples.ts'

test.each([
  [true, [], ['list the files', 'write notes.md: hello', 'run ls -la', 'delete notes.md']],
  [
    true,
    ['README.md', 'package.json'],
    ['list the files', 'read README.md', 'run npm test', 'write notes.md: hello'],
  ],
  [
    false,
    ['README.md', 'Cargo.toml', '.gitignore'],
    [
      'What is this? Read @README.md and sum it up in five sentences.',
      'Run cargo test and tell me what fails.',
      'What changed in the last ten commits?',
      'Find what is left to do here and suggest an order.',
    ],
  ],
])('demo %s, %j', (demo, names, expected) => {
  expect(examplesFor(names, { demo })).toEqual(expected)
})
