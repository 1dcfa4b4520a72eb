import { wordSet } from '../../word-set.ts'

/** Files that a program runs implicitly, as a pattern for their last names, and their language. */
export interface OwnFiles {
  readonly names: RegExp
  /** The program whose language it is like; `lines`: it contains commands line by line, after a key or a dash. */
  readonly language: string
}

/** The files that a program looks for on its own: `make` a Makefile, `pytest` its tests. Undefined: none is known. */
export function ownFiles(program: string, words: readonly string[]): OwnFiles | undefined {
  if (RUNNERS.has(program)) {
    const tool = words.find((word) => /^[a-z][\w.-]*$/i.test(word) && !VERBS.has(word))
    return tool === undefined ? undefined : ownFiles(tool, words)
  }
  if (/^(?:python|pypy)[\d.]*$/.test(program)) return pythonFiles(words)
  const known = FILES.find(([programs]) => programs.test(program))
  if (known !== undefined) return { names: known[1], language: known[2] }
  if (!/^[a-z][a-z0-9-]+$/.test(program)) return undefined
  // Configuration files of JavaScript tools are code.
  return {
    names: new RegExp(`^(?:${program}\\.config\\.[cm]?[jt]s|\\.${program}rc\\.[cm]?js)$`),
    language: 'node',
  }
}

function pythonFiles(words: readonly string[]): OwnFiles {
  const module = words[words.indexOf('-m') + 1]?.split('.').at(-1) ?? ''
  if (words.includes('-m') && /^(?:pytest|unittest|nose2?|tox)$/.test(module))
    return { names: PYTHON_TESTS, language: 'python3' }
  const own =
    words.includes('-m') && /^\w+$/.test(module) ? `|${module}\\.py|__main__\\.py|__init__\\.py` : ''
  return { names: new RegExp(`^(?:(?:site|user)customize\\.py${own})$`), language: 'python3' }
}

const RUNNERS = wordSet('npx bunx pnpx npm pnpm yarn bun uv uvx poetry pipenv pipx hatch pdm bundle')
const VERBS = wordSet('run exec dlx x --')

const PYTHON_TESTS = /^(?:conftest|test_\w*|\w*_test|setup|noxfile|sitecustomize)\.py$|^(?:tox|pytest)\.ini$/
const SCRIPT_TESTS =
  /\.(?:test|spec)\.[cm]?[jt]sx?$|^(?:jest|vitest|mocha|playwright|cypress|ava)\.config\.[cm]?[jt]s$|^\.mocharc\.[cm]?js$/

const FILES: readonly (readonly [programs: RegExp, names: RegExp, language: string])[] = [
  [/^[gb]?make$/, /^(?:GNUm|m|M)akefile$|\.mk$/, 'make'],
  [/^just$/, /^\.?justfile$/i, 'lines'],
  [/^(?:task|go-task)$/, /^\.?[tT]askfile(?:\.dist)?\.ya?ml$/, 'lines'],
  [/^(?:mise|rtx)$/, /^\.?mise(?:\.\w+)?\.toml$/, 'lines'],
  [/^(?:pre-commit|prek|lefthook)$/, /^\.?(?:pre-commit-config|lefthook)\.ya?ml$/, 'lines'],
  [/^(?:foreman|overmind|hivemind|honcho)$/, /^Procfile/, 'lines'],
  [/^(?:tox|nox)$/, PYTHON_TESTS, 'lines'],
  [/^(?:pytest|py\.test)$/, PYTHON_TESTS, 'python3'],
  [/^pip[\d.]*$/, /^setup\.py$/, 'python3'],
  [/^(?:scons|fab|invoke|inv|waf)$/, /^(?:SConstruct|fabfile\.py|tasks\.py|wscript)$/, 'python3'],
  [
    /^(?:rake|thor|rails|rspec|fastlane|vagrant|brew|pod)$/,
    /^(?:Rakefile|rakefile|Thorfile|Fastfile|Vagrantfile|Brewfile|Podfile|\w*_spec\.rb)$/,
    'ruby',
  ],
  [/^(?:jest|vitest|mocha|ava|playwright|cypress|tap)$/, SCRIPT_TESTS, 'node'],
  [/^node(?:js)?$/, /^index\.[cm]?js$/, 'node'],
  [/^deno$/, /^deno\.jsonc?$|\.(?:test|spec)\.[jt]sx?$|_test\.[jt]sx?$/, 'json'],
  [/^(?:cargo|rustc)$/, /^build\.rs$|\.rs$/, 'other'],
  [/^go$/, /\.go$/, 'other'],
  [
    /^(?:gradlew?|mvnw?|ant|sbt|lein|mill)$/,
    /^(?:build\.(?:gradle|xml|sbt|sc)|build\.gradle\.kts|settings\.gradle(?:\.kts)?|pom\.xml|project\.clj)$/,
    'other',
  ],
  [/^(?:cmake|ctest|ninja|meson)$/, /^(?:CMakeLists\.txt|build\.ninja|meson\.build)$/, 'lines'],
  [/^direnv$/, /^\.envrc$/, 'lines'],
  [
    /^(?:n?vim|vi|ex|gdb|lldb|tmux|screen)$/,
    /^\.(?:vimrc|exrc|nvimrc|gdbinit|lldbinit|tmux\.conf|screenrc)$/,
    'lines',
  ],
]

/** Commands in a file, line by line, after a key, a dash or a mark. */
export function commandLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const [, command = ''] =
      /^[ \t]*(?:-[ \t]+)?(?:[\w.-]+[ \t]*[:=][ \t]*)?(?:[@:!\\.][ \t!]*)?["']?(?:(?:shell|system|run-shell|COMMAND)[ \t]+)?(.*?)["']?,?$/.exec(
        line,
      ) ?? []
    return /^[\w./~-]+[ \t]+\S/.test(command) ? [command] : []
  })
}
