import { describe, expect, test } from 'vitest'
import { readCallText } from '../call-text.ts'
import { decide } from '../decide.ts'
import { compilePolicy } from '../policy.ts'
import { formOf } from './form.ts'
import { guardOfChange, protectedPaths } from './protected.ts'
import { pathSubjects } from './subjects.ts'
import { judge } from './testing/judge.ts'
import { factsOf } from './testing/reference.ts'

const place = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }

describe('protected files', () => {
  test.each([
    '.git',
    '.git/config',
    '.git /hooks/x',
    '.git./x',
    'packages/a/.git/hooks/pre-commit',
    '.husky/pre-commit',
    '.vscode/tasks.json',
    '.idea/x',
    '.ssh/config',
    '/srv/x/.ssh/authorized_keys',
    '.gitmodules',
    '.gitconfig',
    '.envrc',
    '.mcp.json',
    '.bashrc',
    '.bash_profile',
    '.bash_login',
    '.bash_logout',
    '.bash_aliases',
    '.profile',
    '.zshrc',
    '.zshenv',
    '.zprofile',
    '.zlogin',
    '.zlogout',
    '.kshrc',
    'fish/config.fish',
    '.bashrc.',
    '.github/workflows/ci.yml',
    '.github/workflows',
    '.gitlab-ci.yml',
    '.circleci/config.yml',
    '.npmrc',
    'packages/a/.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    'pip.conf',
    '.pypirc',
    '.cargo/config.toml',
    '.cargo/config',
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.claude/commands/x.md',
    '.claude/hooks/x.sh',
    '.claude.json',
    '.cursor/hooks.json',
    'packages/a/.cursor/mcp.json',
    '.codex/config.toml',
    '.codex/hooks.json',
    '.codex/rules/default.rules',
    '.gemini/settings.json',
    '.devcontainer/devcontainer.json',
    '.pre-commit-config.yaml',
    'lefthook.yml',
    '.vimrc',
    '.exrc',
    '.tmux.conf',
    '.xprofile',
    '.pam_environment',
    '.bashrc.d/x.sh',
    '.config/git/config',
    '.config/autostart/x.desktop',
    '.config/systemd/user/x.service',
    '.config/fish/functions/ls.fish',
    '/etc/crontab',
    '/etc/cron.d/x',
    '/etc/profile',
    '/etc/profile.d/x.sh',
    '/etc/ld.so.preload',
    '/etc/sudoers',
    '/etc/sudoers.d/x',
  ])('%s', (specifier) => {
    for (const tool of ['files.write', 'files.create', 'files.edit']) {
      expect(judge({ tool, specifier })).toBe('ask')
      expect(judge({ tool, specifier, mode: 'acceptEdits' })).toBe('ask')
      const wide = [
        'files.*',
        `${tool}(**)`,
        `${tool}(//**)`,
        `${tool}(${specifier}/)`,
        `${tool}(${specifier}*)`,
      ]
      expect(judge({ tool, specifier, rules: { allow: wide } })).toBe('ask')
      const spelled = [`${tool}(/${specifier})`]
      expect(judge({ tool, specifier, mode: 'default', rules: { allow: spelled } })).toBe('run')
    }
    expect(judge({ tool: 'files.rename', specifier, specifier2: 'x' })).toBe('ask')
    expect(judge({ tool: 'files.rename', specifier: 'x', specifier2: specifier })).toBe('ask')
    expect(judge({ tool: 'files.read', specifier, rules: { allow: ['files.read'] } })).toBe('run')
  })

  test.each([
    'git/config',
    '.gitignore',
    '.git-old/x',
    'src/.github.ts',
    '.github/ISSUE_TEMPLATE.md',
    '.github/dependabot.yml',
    'workflows/x.yml',
    'examples/bashrc',
    '.bashrc.md',
    '.bashrc/x',
    'config.toml',
    '.cargo/audit.toml',
    'npmrc',
    '.yarn/releases/x.cjs',
    '.env',
    '.config/x',
    'countersign/x',
    '.gitattributes',
    '.local/bin/x',
    '.claude/agents/x.md',
    '.cursor/rules/x.mdc',
    '.codex/prompts/x.md',
    'lefthook.md',
    '.config/gitui/x',
    'etc/profile',
    'etc/cron.d/x',
    'etc/countersign/x',
  ])('%s is not', (specifier) => {
    expect(judge({ tool: 'files.write', specifier, mode: 'acceptEdits' })).toBe('run')
  })

  test('moving a folder carries what is protected in it', () => {
    expect(judge({ tool: 'files.rename', specifier: '.github', specifier2: 'github' })).toBe('ask')
    expect(judge({ tool: 'files.rename', specifier: '.cargo', specifier2: 'cargo' })).toBe('ask')
  })

  test('a name that spells it opens it at any depth', () => {
    expect(
      judge({ tool: 'files.write', specifier: 'a/.npmrc', rules: { allow: ['files.write(.npmrc)'] } }),
    ).toBe('run')
    expect(
      judge({ tool: 'files.write', specifier: 'a/.npmrc', rules: { allow: ['files.write(**/.npmrc)'] } }),
    ).toBe('ask')
  })

  test.each([
    '.countersign',
    '.countersign/rules',
    'a/b/.countersign/x',
    '~/.config/countersign/rules',
    '/srv/.config/countersign/x',
    '/etc/countersign',
    '/etc/countersign/rules',
  ])('%s belongs to the gate: no rule opens it', (specifier) => {
    const name = specifier.startsWith('~')
      ? specifier
      : specifier.startsWith('/')
        ? `/${specifier}`
        : `/${specifier}`
    const rules = { allow: ['*', 'files.*', `files.*(${name})`] }
    expect(judge({ tool: 'files.write', specifier, rules })).toBe('ask')
    expect(judge({ tool: 'files.rename', specifier, specifier2: 'x', rules })).toBe('ask')
    expect(judge({ tool: 'files.read', specifier, rules: { allow: ['files.read'] } })).toBe('run')
  })

  test('so does the data folder', () => {
    const own = { ...place, own: ['/home/dev/.local/share/gate'] }
    const paths = [{ asked: '~/.local/share/gate/db' }]
    const [subject] = pathSubjects(
      { tool: factsOf('files.write'), place: own, specifier: { kind: 'path', paths } },
      paths,
    )
    expect(subject?.guard).toEqual({ because: 'own-files', path: '/home/dev/.local/share/gate/db' })
  })

  test('inside the workspace only names below its root count', () => {
    const call = {
      tool: 'files.write',
      specifier: 'a.ts',
      workspace: '/home/dev/.vscode/ext',
      cwd: '/home/dev/.vscode/ext',
    }
    expect(judge({ ...call, mode: 'acceptEdits' })).toBe('run')
  })
})

test.each(protectedPaths())('P16.4 %s, which the sandbox closes, is guarded', (path) => {
  expect(guardOfChange(formOf(`/home/dev/project/${path}`), place)?.because).toMatch(
    /^(?:protected|own-files)$/,
  )
})

test('P16.4 hooks, pipelines, settings and the own folder are in the list', () => {
  expect(protectedPaths()).toEqual(
    expect.arrayContaining([
      '.git/hooks',
      '.git/config',
      '.github/workflows',
      '.claude/settings.json',
      '.countersign',
    ]),
  )
  expect(protectedPaths()).not.toContain('.git')
})

describe('P9.2 folders of the gate itself', () => {
  const here = {
    workspace: '/home/dev/project',
    cwd: '/home/dev/project',
    home: '/home/dev',
    own: ['/home/dev/.local/share/countersign'],
  }
  const verdict = (text: string, allow: readonly string[] = [], mode = 'default') =>
    decide(
      readCallText(text, here),
      compilePolicy({ mode, builtins: false, layers: [{ layer: 'user', lists: { allow } }] }),
    ).verdict

  test.each([
    'cat ~/.local/share/countersign/token',
    'head -c 9 < ~/.local/share/countersign/token',
    'cat ~/.local/share/countersign/*',
    'cat ~/.local/share/*/token',
    'cat ~/.local/*/c*/token',
    'cd ~/.local/share && cat countersign/token',
    'cd ~/.local/share/countersign; cat token',
    'base64 /home/dev/.local/share/../share/countersign/secret-key',
    'grep -r . ~/.local/share/countersign',
    'x=$(< ~/.local/share/countersign/token)',
    'files.read(~/.local/share/countersign/token)',
  ])('%s asks in every mode, and no rule opens it', (text) => {
    for (const mode of ['default', 'acceptEdits', 'auto'])
      expect(
        verdict(text, ['terminal.exec', `terminal.exec(${text})`, 'files.read', 'files.read(//**)'], mode),
        mode,
      ).toBe('ask')
  })

  test.each([
    'cat ~/.local/share/other/x',
    'ls ~/.local/share',
    'cat .countersign/rules',
    'cat src/*/x',
    'find ~ -name "*.md"',
  ])('%s is read as before', (text) => expect(verdict(text)).toBe('run'))
})
