/** @module-tag slow */
import { execFileSync } from 'node:child_process'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { osSandbox } from '../sandbox/sandbox.ts'
import { laterBench, type LaterBench } from './testing/later-bench.ts'

let bench: LaterBench | undefined
afterEach(() => bench?.close())

const probe = osSandbox({ hidden: [], off: false })
const state = await probe.state()
afterAll(() => probe.close())

const has = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}

/** A repository as people have them: with hooks of theirs, pipelines, editor settings and a remote. */
const PROJECT = `
git init -q --bare ../remote.git && git init -q -b main . && git config user.email a@example.com && git config user.name a
mkdir -p .github/workflows .vscode .husky src tests && echo 'on: push' > .github/workflows/ci.yml && echo '{}' > .vscode/settings.json
echo 'npm test' > .husky/pre-commit && echo 'save-exact=true' > .npmrc && printf '#!/bin/sh\\nexit 0\\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit
printf '{"name":"x","version":"1.0.0","scripts":{"test":"node -e 1","build":"mkdir -p dist && echo 1 > dist/x.js"}}' > package.json
echo a > src/a && echo 'def test_a(): pass' > tests/test_a.py && printf 'all:\\n\\techo made > out.txt\\n' > Makefile && printf 'node_modules\\ndist\\n' > .gitignore
git add -A && git commit -qm a --no-verify && git checkout -qb side && echo b > src/b && git add -A && git commit -qm b --no-verify && git checkout -q main
git remote add origin ../remote.git && git push -q origin main side && git fetch -q
`

/** Commands of every day, by the programs that they need. None of them makes something that runs later. */
const EVERYDAY: Readonly<Record<string, readonly string[]>> = {
  git: [
    'git status',
    'git add -A',
    'echo x > src/c && git add -A && git commit -m c',
    'git checkout -b feature',
    'git switch main',
    'git checkout -b tracking origin/side',
    'git config user.name Ana',
    'git config pull.rebase true',
    'git config branch.main.description "what it is for"',
    'git branch -u origin/main main',
    'git remote add other https://example.com/x.git',
    'git remote set-url other git@example.com:x/y.git',
    'git remote rename other another',
    'git stash list; echo d > src/d; git add -A; git stash; git stash pop; git commit -m d',
    'git merge side -m m',
    'git rebase main',
    'git cherry-pick side || git cherry-pick --skip || git cherry-pick --abort',
    'git tag v1',
    'git reset --soft HEAD~1 && git commit -m again',
    'git revert --no-edit HEAD',
    'git fetch origin',
    'git pull origin main --no-rebase',
    'git worktree add wt side || git worktree add wt HEAD',
    'git worktree list',
    'git clone . whole -q',
    'git branch -m feature renamed',
    'git gc',
    'git log --oneline -3',
    'git clone . copy -q --no-checkout',
    'git init new',
    'git init --bare bare.git',
    'git apply --stat < /dev/null || true',
    'git sparse-checkout list || true',
    'git notes add -m n HEAD',
    'git bisect start && git bisect reset',
    'git submodule status',
    'git clean -n',
  ],
  npm: [
    'npm test',
    'npm run build',
    'npm install --offline --no-audit --no-fund',
    'npm init -y',
    'npm version patch --no-git-tag-version',
    'npm pkg set type=module',
    'npm ls || true',
    'npm pack',
    'npm ci --offline --no-audit --no-fund',
  ],
  node: ["node -e \"require('fs').writeFileSync('src/n.js', '1')\"", 'node --test || true'],
  make: ['make', 'make -B'],
  python3: [
    'python3 -m py_compile tests/test_a.py',
    'python3 -m venv --without-pip .venv',
    'python3 -m unittest || true',
  ],
  pytest: ['pytest -q'],
  pnpm: ['pnpm install --offline', 'pnpm test'],
  cargo: ['cargo new crate --vcs git', 'cargo init --vcs none rusty', 'cd crate && cargo build --offline'],
  go: ['go version'],
  sh: [
    'mkdir -p a/b && touch a/b/c && mv a/b a/d && rm -r a',
    'cp -r src src2',
    'sed -i s/b/c/ src/b || true',
    'tar cf /tmp/x-$$.tar src && tar xf /tmp/x-$$.tar -C src; rm -f /tmp/x-$$.tar',
    'mkdir -p node_modules/p/.github/workflows node_modules/p/.vscode && echo x > node_modules/p/.github/workflows/a.yml && echo 1 > node_modules/p/.npmrc',
    'touch .editorconfig .prettierrc .env.example Dockerfile docker-compose.yml tsconfig.json',
    'mkdir -p .cache .next .turbo coverage && echo 1 > .cache/x',
  ],
}

describe.each([
  ['with a sandbox', true],
  ['without a sandbox', false],
])('everyday commands bring no card, %s', (_where, sandbox) => {
  test.for(Object.entries(EVERYDAY))('%s', { timeout: 300_000 }, async ([program, commands], context) => {
    context.skip(sandbox && state.kind === 'off', 'there is no sandbox on this machine')
    context.skip(!has(program) || !has('git'), `there is no ${program} on this machine`)
    bench = await laterBench({ sandbox })
    bench.byPerson(PROJECT)
    bench.answer = true
    const cards: string[] = []
    for (const command of commands) {
      const result = await bench.exec(command)
      for (const { call } of bench.asked.splice(0))
        if (call.tool === 'files_that_run_later')
          cards.push(`${command}: ${call.specifierText}\n${result.text}`)
    }
    expect(cards).toEqual([])
  })
})
