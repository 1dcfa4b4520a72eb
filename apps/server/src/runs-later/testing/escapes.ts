/** A way to leave a file behind that runs automatically later, as an unread script does. */
export interface Escape {
  readonly name: string
  /** What the person set up before. */
  readonly before?: string
  /** The script of the command, none of which is in the judged text. */
  readonly script: string
  /** Where the file would run, in the workspace: it must be unchanged, or absent. */
  readonly paths: readonly string[]
  /** The writing process is ended with the command. */
  readonly ends?: true
  /** What the machine needs for it. */
  readonly needs?: 'git'
}

const REPOSITORY = 'git init -q . && git config user.email a@example.com && git config user.name a'
const HOOK = "printf '#!/bin/sh\\ntouch ran\\n'"

/** Plain files in their places. */
const PLACES: readonly Escape[] = [
  '.envrc',
  '.vscode/tasks.json',
  '.claude/settings.json',
  '.claude/hooks/x.sh',
  '.mcp.json',
  '.husky/pre-commit',
  '.npmrc',
  '.yarnrc.yml',
  '.countersign/rules',
  '.github/workflows/x.yml',
  '.gitlab-ci.yml',
  '.cargo/config.toml',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  '.idea/x.xml',
  '.devcontainer/devcontainer.json',
  '.cursor/mcp.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  'deep/er/.envrc',
  'node_modules/x/.envrc',
  'ignored/.vscode/tasks.json',
].map((path) => ({
  name: `a new ${path}`,
  script: `echo ignored > .gitignore; mkdir -p "$(dirname ${path})" && echo x > ${path}`,
  paths: [path],
}))

const REPOSITORIES: readonly Escape[] = [
  {
    name: 'a hook',
    before: REPOSITORY,
    script: `${HOOK} > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit`,
    paths: ['.git/hooks/pre-commit'],
  },
  {
    name: 'a hook in a repository that is new',
    script: `git init -q sub; ${HOOK} > sub/.git/hooks/post-checkout`,
    paths: ['sub/.git/hooks/post-checkout'],
  },
  {
    name: 'a hook in a folder that only looks like a repository',
    script: `mkdir -p sub/.git/hooks; ${HOOK} > sub/.git/hooks/pre-commit`,
    paths: ['sub/.git/hooks/pre-commit'],
  },
  {
    name: 'a hook that was there',
    before: `${REPOSITORY} && echo old > .git/hooks/pre-push`,
    script: 'echo more >> .git/hooks/pre-push',
    paths: ['.git/hooks/pre-push'],
  },
  {
    name: 'a hook that is made to run',
    before: `${REPOSITORY} && echo old > .git/hooks/pre-push && chmod 600 .git/hooks/pre-push`,
    script: 'chmod 755 .git/hooks/pre-push',
    paths: ['.git/hooks/pre-push'],
  },
  {
    name: 'a sample that loses its ending',
    before: REPOSITORY,
    script: 'echo x > .git/hooks/a.sample; mv .git/hooks/a.sample .git/hooks/pre-commit',
    paths: ['.git/hooks/pre-commit'],
  },
  {
    name: 'a folder of hooks by configuration',
    before: REPOSITORY,
    script: `mkdir h; ${HOOK} > h/pre-commit; git config core.hooksPath h`,
    paths: ['.git/config'],
  },
  {
    name: 'a watcher of files by configuration',
    before: REPOSITORY,
    script: 'git config core.fsmonitor ./x.sh',
    paths: ['.git/config'],
  },
  {
    name: 'an alias by configuration',
    before: REPOSITORY,
    script: "git config alias.st '!touch ran'",
    paths: ['.git/config'],
  },
  {
    name: 'a program for ssh by configuration',
    before: REPOSITORY,
    script: 'git config core.sshCommand ./x',
    paths: ['.git/config'],
  },
  {
    name: 'a configuration that takes another in',
    before: REPOSITORY,
    script: "printf '[include]\\n\\tpath = ../x\\n' >> .git/config",
    paths: ['.git/config'],
  },
  {
    name: 'a configuration that cannot be read',
    before: REPOSITORY,
    script: "printf '[core\\n fsmonitor = x\\n' >> .git/config",
    paths: ['.git/config'],
  },
  {
    name: 'a setting behind a section on the same line',
    before: REPOSITORY,
    script: "printf '[core] fsmonitor = x\\n' >> .git/config",
    paths: ['.git/config'],
  },
  {
    name: 'a filter with attributes',
    before: REPOSITORY,
    script: "git config filter.x.clean ./x; echo '* filter=x' > .git/info/attributes",
    paths: ['.git/config', '.git/info/attributes'],
  },
  {
    name: 'a remote that is a program',
    before: REPOSITORY,
    script: "git config remote.o.url 'ext::sh -c x'",
    paths: ['.git/config'],
  },
  {
    name: 'a submodule that is updated by a program',
    before: REPOSITORY,
    script: "git config submodule.x.update '!x'",
    paths: ['.git/config'],
  },
  {
    name: 'a template with hooks',
    script: `mkdir -p t/hooks; ${HOOK} > t/hooks/pre-commit; git init -q --template=t sub`,
    paths: ['sub/.git/hooks/pre-commit'],
  },
  {
    name: 'a repository without a work tree',
    script: `git init -q --bare b; ${HOOK} > b/hooks/pre-receive; git -C b config core.fsmonitor x`,
    paths: ['b/hooks/pre-receive', 'b/config'],
  },
  {
    name: 'a work tree with a configuration of its own',
    before: `${REPOSITORY} && git commit -q --allow-empty -m a`,
    script:
      'git config extensions.worktreeConfig true; git worktree add -q wt; git -C wt config --worktree core.fsmonitor x',
    paths: ['.git/worktrees/wt/config.worktree'],
  },
  {
    name: 'a work tree that has its hooks from elsewhere',
    before: `${REPOSITORY} && git commit -q --allow-empty -m a && git worktree add -q wt`,
    script: 'git init -q --bare b; echo ../../../b > .git/worktrees/wt/commondir',
    paths: ['.git/worktrees/wt/commondir'],
  },
  {
    name: 'a `.git` that is a file and names a folder',
    script: `git init -q --bare b; mkdir sub; echo 'gitdir: ../b' > sub/.git`,
    paths: ['sub/.git'],
  },
  {
    name: 'the repository of a submodule',
    before: `${REPOSITORY} && git init -q .git/modules/m`,
    script: `mkdir -p .git/modules/n/hooks; cp -r .git/modules/m/.git/. .git/modules/n/; ${HOOK} > .git/modules/n/hooks/pre-commit`,
    paths: ['.git/modules/n/hooks/pre-commit'],
  },
  {
    name: 'submodules that a file lists with a program',
    before: REPOSITORY,
    script: 'printf \'[submodule "x"]\\n\\tpath = x\\n\\tupdate = !x\\n\' > .gitmodules',
    paths: ['.gitmodules'],
  },
  {
    name: 'a commit that is checked out',
    before: REPOSITORY,
    script: 'echo x > .envrc; git add -f .envrc; git commit -qm a; rm .envrc; git checkout -q .',
    paths: ['.envrc'],
  },
].map((escape) => ({ ...escape, needs: 'git' }))

const TRICKS: readonly Escape[] = [
  {
    name: 'a folder that is a link',
    script: 'mkdir h; echo x > h/pre-commit; ln -s h .husky',
    paths: ['.husky'],
  },
  {
    name: 'a folder of a repository that is a link',
    script: `mkdir -p g/hooks; ${HOOK} > g/hooks/pre-commit; mkdir sub; ln -s ../g sub/.git`,
    paths: ['sub/.git'],
  },
  {
    name: 'the upper folder is a link',
    script: 'mkdir -p gh/workflows; echo x > gh/workflows/a.yml; ln -s gh .github',
    paths: ['.github'],
  },
  {
    name: 'a link to a file outside',
    script: 'echo x > /tmp/later-$$; ln -s /tmp/later-$$ .envrc',
    paths: ['.envrc'],
  },
  {
    name: 'behind a link that was there',
    before: 'mkdir h; echo old > h/pre-commit; ln -s h .husky',
    script: 'echo more >> h/pre-commit; echo x > h/pre-push',
    paths: ['h/pre-commit', 'h/pre-push'],
  },
  {
    name: 'in the folder that the configuration names for hooks',
    before: `${REPOSITORY}; mkdir tools; echo old > tools/pre-commit; git config core.hooksPath tools`,
    script: 'echo more >> tools/pre-commit; echo x > tools/pre-push',
    paths: ['tools/pre-commit', 'tools/pre-push'],
    needs: 'git',
  },
  {
    name: 'a folder that is renamed',
    script: 'mkdir -p x/y; echo x > x/y/tasks.json; mv x/y x/.vscode',
    paths: ['x/.vscode/tasks.json'],
  },
  {
    name: 'the upper folder is renamed',
    before: 'mkdir -p a/.vscode; echo old > a/.vscode/tasks.json',
    script: 'echo x > a/.vscode/tasks.json; mv a b',
    paths: ['b/.vscode/tasks.json'],
  },
  { name: 'a second name of a file', script: 'echo x > y; ln y .envrc', paths: ['.envrc'] },
  {
    name: 'a file that is written by its second name',
    before: 'echo old > .envrc; ln .envrc y',
    script: 'echo more >> y',
    paths: ['.envrc'],
  },
  {
    name: 'letters of another case',
    script: `mkdir -p .GIT/hooks .VsCode; ${HOOK} > .GIT/hooks/pre-commit; echo x > .VsCode/tasks.json; echo x > .ENVRC`,
    paths: ['.GIT/hooks/pre-commit', '.VsCode/tasks.json', '.ENVRC'],
  },
  { name: 'by a descriptor', script: 'exec 7> .envrc; echo x > /proc/self/fd/7', paths: ['.envrc'] },
  { name: 'by the folder of a process', script: 'echo x > /proc/self/cwd/.envrc', paths: ['.envrc'] },
  {
    name: 'in the background, by a process of its own session',
    script: 'setsid sh -c "sleep 0.2; echo x > .envrc" >/dev/null 2>&1 & sleep 0.4',
    paths: ['.envrc'],
  },
  {
    name: 'in the background, after the end',
    script: '(setsid sh -c "sleep 0.3; echo x > .envrc" >/dev/null 2>&1 &)',
    paths: ['.envrc'],
    ends: true,
  },
  {
    name: 'with the times of an old file',
    before: 'echo old > .envrc; touch -d 2020-01-01 .envrc',
    script: 'echo new > .envrc; touch -d 2020-01-01 .envrc',
    paths: ['.envrc'],
  },
  {
    name: 'in a folder that is closed',
    script: 'mkdir -p c/.vscode; echo x > c/.vscode/tasks.json; chmod 0 c',
    paths: ['c/.vscode/tasks.json'],
  },
  { name: 'a file that cannot be read', script: 'echo x > .envrc; chmod 0 .envrc', paths: ['.envrc'] },
  { name: 'a file that is large', script: 'truncate -s 30000000 .envrc', paths: ['.envrc'] },
  { name: 'a pipe', script: 'mkfifo .envrc', paths: ['.envrc'] },
  {
    name: 'a folder in the place of a file',
    before: 'echo old > .npmrc',
    script: 'rm .npmrc; mkdir -p .vscode/a/b/c; echo x > .vscode/a/b/c/d',
    paths: ['.vscode/a/b/c/d'],
  },
  {
    name: 'a link in the place of a folder',
    before: 'mkdir .husky; echo old > .husky/pre-commit',
    script: 'mv .husky h; echo x > h/pre-commit; ln -s h .husky',
    paths: ['.husky/pre-commit'],
  },
  {
    name: 'an archive',
    script:
      'mkdir t; mkdir t/.vscode; echo x > t/.vscode/tasks.json; tar cf t.tar -C t .; rm -r t; tar xf t.tar',
    paths: ['.vscode/tasks.json'],
  },
  {
    name: 'the gate’s own rules that are gone',
    before: 'mkdir .countersign; echo old > .countersign/rules',
    script: 'rm -r .countersign',
    paths: ['.countersign/rules'],
  },
  {
    name: 'a name with a blank and a line break',
    script: 'mkdir -p "$(printf \'a\\nb c\')"; echo x > "$(printf \'a\\nb c\')/.envrc"',
    paths: ['a\nb c/.envrc'],
  },
  {
    name: 'a hidden folder of folders',
    script: 'mkdir -p .a/.b/.c; echo x > .a/.b/.c/.mcp.json',
    paths: ['.a/.b/.c/.mcp.json'],
  },
]

export const ESCAPES: readonly Escape[] = [...PLACES, ...REPOSITORIES, ...TRICKS]
