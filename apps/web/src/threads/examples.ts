/** Four things to try, fitted to what lies in the folder. The demo model knows a few sentences only. */
export function examplesFor(
  names: readonly string[],
  { demo }: { readonly demo: boolean },
): readonly string[] {
  const has = (...wanted: readonly string[]): string | undefined =>
    names.find((name) => wanted.includes(name.toLowerCase()))
  const readme = has('readme.md', 'readme', 'readme.txt')
  const tests = TESTS.find(([file]) => has(file) !== undefined)?.[1]
  if (demo)
    return [
      'list the files',
      readme === undefined ? 'write notes.md: hello' : `read ${readme}`,
      `run ${tests ?? 'ls -la'}`,
      readme === undefined ? 'delete notes.md' : 'write notes.md: hello',
    ]
  return [
    readme === undefined
      ? 'What is in this folder? Say it in five sentences.'
      : `What is this? Read @${readme} and say it in five sentences.`,
    tests === undefined ? 'Which of these files are no longer used?' : `Run ${tests} and say what fails.`,
    names.includes('.gitignore') ? 'What changed in the last ten commits?' : 'Write a .gitignore that fits.',
    'Find what is left to do here, and propose an order.',
  ]
}

/** Files that say how a project is tested, the surest first. */
const TESTS = [
  ['package.json', 'npm test'],
  ['cargo.toml', 'cargo test'],
  ['go.mod', 'go test ./...'],
  ['pyproject.toml', 'pytest'],
  ['makefile', 'make test'],
] as const
