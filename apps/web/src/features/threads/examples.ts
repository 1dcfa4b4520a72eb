import { exampleTexts as texts } from './example-texts.ts'

/** Four things to try, depending on the folder's content. The demo model knows only a few sentences. */
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
      texts.list,
      readme === undefined ? texts.write : texts.read(readme),
      texts.run(tests ?? 'ls -la'),
      readme === undefined ? texts.remove : texts.write,
    ]
  return [
    readme === undefined ? texts.folder : texts.readme(readme),
    tests === undefined ? texts.unused : texts.tests(tests),
    names.includes('.gitignore') ? texts.commits : texts.ignore,
    texts.left,
  ]
}

/** Files that define how a project is tested, most reliable first. */
const TESTS = [
  ['package.json', 'npm test'],
  ['cargo.toml', 'cargo test'],
  ['go.mod', 'go test ./...'],
  ['pyproject.toml', 'pytest'],
  ['makefile', 'make test'],
] as const
