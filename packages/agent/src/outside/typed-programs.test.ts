import { expect, test } from 'vitest'
import { typedProgram } from './typed-programs.ts'

const PLACE = { workspace: '/srv/app', cwd: '/srv/app', home: '/home/ana' }

test.each([
  'less a.txt',
  '/usr/bin/more a.txt',
  'man ls',
  'cd src && git log',
  'git diff HEAD~1',
  'git -C sub log',
  'git commit',
  'git commit --amend',
  'git add -p',
  'git rebase -i main',
  'vi a',
  'sudo -u ana vim a',
  'ed',
  'python3',
  'python3.12',
  'python3 -i x.py',
  'node',
  'irb',
  'psql',
  'psql -h db.example.com',
  'ftp',
  'gdb ./app',
  'bash',
  'bash -i',
  'bash -c "less a; true"',
  'if true; then man ls; fi',
  'x=$(vi a)',
  'journalctl -u app',
  'ssh example.com',
  'timeout 5 python3 -i',
  'python3 < /dev/tty',
])('%s takes what is typed', (command) => {
  expect(typedProgram(command, PLACE)).toBeTypeOf('string')
})

test.each([
  'git --no-pager log',
  'git log | cat',
  'git log > log.txt',
  'GIT_PAGER=cat git log',
  'PAGER= git diff',
  'git -c core.pager=cat log',
  'git status',
  'git commit -m x',
  'git commit -am x',
  'git add -A',
  'git rebase main',
  'less a | head',
  'man ls | cat',
  'x=$(git log)',
  'journalctl --no-pager -u app',
  'python3 x.py',
  "python3 -c 'print(1)'",
  "python3 - <<'E'\nprint(1)\nE",
  'echo 1 | python3',
  'node -e 1',
  'bash x.sh',
  'bash -lc "npm test"',
  "psql -c 'select 1'",
  'npm test',
  'ls -la',
  'echo less is more',
  'grep -rn less src',
])('%s takes nothing', (command) => {
  expect(typedProgram(command, PLACE)).toBeUndefined()
})
