import { describe, expect, test } from 'vitest'
import { deviceOf, mayBeRoot } from './breakers.ts'
import { decide } from './decide.ts'
import { explain } from './explain/explain.ts'
import { offers } from './offers/offers.ts'
import { compilePolicy } from './policy.ts'
import { startedCommands } from './shell/started-commands.ts'
import { toolFacts } from './tools.ts'
import { argvOf } from './shell/programs/testing/argv.ts'
import { PLACE } from './testing/atoms.ts'
import { decideText } from './testing/decide-text.ts'

const HERE = [PLACE.cwd]

function isRoot(word: string, cwds: readonly (string | undefined)[] = HERE): boolean {
  const [field] = argvOf(word)
  return field !== undefined && mayBeRoot(field, cwds, PLACE)
}

describe('P8.1 roots in every spelling', () => {
  test.each([
    '/',
    '//',
    '/.',
    '/../',
    '/usr',
    '/usr/',
    '/tmp',
    '/usr/../etc',
    '/home',
    '/home/dev',
    '/home/someone',
    '/root',
    '/Users/ana',
    '.',
    './',
    '..',
    '../',
    '../..',
    '../project',
    '../../dev',
    '/*',
    '/home/*',
    '/home/dev/*',
    '*',
    './*',
    '../*',
    '/ho*',
    '/*/dev',
    '../p*',
    '/home/d?v',
    '/?',
    '/$X',
    '/home/$X',
    '/home/dev/$X',
    '/home/dev/project/$X',
    '~root',
  ])('%s', (word) => {
    expect(isRoot(word)).toBe(true)
  })

  test.each([
    'build',
    './build',
    'build/*',
    '*.log',
    'dist*',
    'packages/*/dist',
    '/home/dev/project/node_modules',
    '/home/dev/.cache/pip',
    '/usr/local/x',
    '../other',
    '../other/*',
    '/tmp/x',
    '$X',
    '"$X"',
    './$X',
    'a/$X',
    '/tmp/a-$X',
    "'~'",
    "'my dir/sub'",
  ])('not %s', (word) => {
    expect(isRoot(word)).toBe(false)
  })

  test.each([
    ['.', [undefined], true],
    ['*', [undefined], true],
    ['..', [undefined], true],
    ['build', [undefined], false],
    ['project', [undefined], true],
    ['dev/project', [undefined], true],
    ['pro*', [undefined], true],
    ['$X', [undefined], false],
    ['*', ['/home/dev/project/build'], false],
    ['*', ['/home/dev/project/build', '/home/dev/project'], true],
    ['..', ['/home/dev/project/build'], true],
    ['project', ['/home/dev'], true],
    ['x', ['/'], true],
  ] as const)('%s from %j: %s', (word, cwds, verdict) => {
    expect(isRoot(word, cwds)).toBe(verdict)
  })
})

test.each(['$X/', '$X/*', '$X/$Y', '"$X"/', '$X/.'])('P8.2 %s, of which nothing is known', (word) => {
  expect(isRoot(word)).toBe(true)
})

test.each(['$X/build', '$X/*.log', '$X/node_modules/*'])('P8.2 not %s', (word) => {
  expect(isRoot(word)).toBe(false)
})

test.each([
  ['/dev/sda', true],
  ['/dev/nvme0n1', true],
  ['/dev/../dev/sda', true],
  ['/dev/mapper/x', true],
  ['/dev/sd*', true],
  ['/dev/$X', true],
  ['/dev/null', false],
  ['/dev/stderr', false],
  ['/dev/tty', false],
  ['/dev/shm/x', false],
  ['/dev/tcp/a/80', false],
  ['/devices/x', false],
  ['dev/sda', false],
])('P8.4 a write to %s: %s', (word, verdict) => {
  const [field] = argvOf(word)
  expect(field !== undefined && deviceOf(field, HERE) !== undefined).toBe(verdict)
})

test.each([
  ['P8.1', 'rm -rf ~', 'remove-root'],
  ['P8.1', 'unset HOME; rm -rf ~', 'remove-root'],
  ['P8.1', 'HOME=$(x); rm -rf ~', 'remove-root'],
  ['P8.1', 'for i in 1 2; do cd ..; rm -rf project; done', 'remove-root'],
  ['P8.1', 'while read -r d; do cd "$d"; rm -rf *; done', 'remove-root'],
  ['P8.1', 'for i in 1; do :(){ :|:& };:; done', 'fork-bomb'],
  ['P8.1', 'find / -delete', 'remove-root'],
  ['P8.3', 'chmod -R 777 /', 'change-root'],
  ['P8.3', 'mv . /tmp/x', 'move-root'],
  ['P8.4', 'echo x > /dev/sda', 'disk'],
  ['P8.4', 'tee /dev/sda', 'disk'],
  ['P8.4', 'cp x.img /dev/sda', 'disk'],
])('%s %s is %s, whatever mode and rules', (_rule, command, kind) => {
  for (const mode of ['strict', 'default', 'acceptEdits', 'auto']) {
    expect(decideText(mode, ['allow *', 'allow terminal.exec(*)'], command)).toMatchObject({
      verdict: 'ask',
      reason: { because: 'breaker', kind },
      locked: 'breaker',
    })
  }
  expect(decideText('plan', ['allow *'], command).verdict).toBe('block')
})

describe('P8.1 what a listing names is removed', () => {
  test.each([
    'xargs rm -rf < <(ls -d ~/*)',
    'xargs rm -rf < <(find ~)',
    "find / -not -path '/proc/*' | xargs rm -rf",
    'find . ! -name keep | xargs rm -rf',
    'find . ! \\( -name a -o -name b \\) | xargs rm -rf',
    'find . -path ./x -prune -o -type f -print | xargs rm',
    "git ls-files '*' | xargs rm",
    'rm -rf $(ls -d ~/*)',
    'rm -rf `find ~ -maxdepth 1`',
    'rm -rf $(ls)',
    'for f in $(ls -d ~/*); do rm -rf $f; done',
  ])('%s asks', (command) => {
    expect(decideText('auto', ['allow terminal.exec'], `terminal.exec(${command})`).verdict).toBe('ask')
  })
  test.each(['rm -rf $(find . -name dist -type d)', 'rm -f $(ls build)', 'xargs rm < <(find . -name "*.o")'])(
    '%s does not',
    (command) => {
      expect(decideText('auto', [], `terminal.exec(${command})`).verdict).toBe('run')
    },
  )
})

test.each([
  'RM -RF /',
  'rm -- /',
  'rm ~',
  'SUDO rm -rf /',
  'GIT push --force',
  'rm / -RF',
  'rm -rf ./foo/..',
])('P8.1 whatever the case and the options: %s', (command) => {
  expect(decideText('auto', ['allow terminal.exec'], `terminal.exec(${command})`).verdict).toBe('ask')
})

describe('P8.10 what the inspection found', () => {
  const call = (command: string, target: string) => ({
    tool: toolFacts('terminal.exec'),
    specifier: {
      kind: 'shell' as const,
      command,
      disk: { breakers: [{ kind: 'stranger' as const, target }] },
    },
    place: PLACE,
  })
  const policyOf = (mode: string, allow: readonly string[] = []) =>
    compilePolicy({ mode, layers: [{ layer: 'user', lists: { allow } }] })

  test.each(['strict', 'default', 'acceptEdits', 'auto'])('asks in %s, whatever rules say', (mode) => {
    const decision = decide(
      call('at now', 'at now'),
      policyOf(mode, ['terminal.exec', 'terminal.exec(at *)']),
    )
    expect(decision).toMatchObject({ verdict: 'ask', locked: 'breaker' })
    expect(explain(decision)).toContain(
      '`at now`: hands work to a program outside Countersign’s control; always asks',
    )
  })

  test('is blocked in plan, and nothing is offered for it', () => {
    expect(decide(call('at now', 'at now'), policyOf('plan')).verdict).toBe('block')
    expect(offers(call('at now', 'at now'), policyOf('auto')).filter(({ enough }) => enough)).toEqual([])
  })

  test('programs are told with their words, whatever starts them', () => {
    const told = (command: string) =>
      startedCommands(command, PLACE)?.commands.map(({ words, through }) =>
        [...through, '|', ...words.map(({ text }) => text ?? '?')].join(' '),
      )
    expect(told('env A=1 nohup at now')).toContain('env nohup | at now')
    expect(told('bash -c "cd sub && crontab \\"$F\\""')).toContain('bash | crontab ?')
    expect(told('if true; then ssh localhost at now; fi')).toContain('ssh | at now')
    expect(told('echo "')).toBeUndefined()
    expect(startedCommands('sort < a > b', PLACE)?.redirects.map(({ file }) => file.text)).toEqual(['a', 'b'])
  })
})
