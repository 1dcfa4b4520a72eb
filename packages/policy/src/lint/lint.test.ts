import { describe, expect, test } from 'vitest'
import type { PolicySource } from '../policy.ts'
import type { LayerName, ListName } from '../model/rule.ts'
import { lint, type LintOptions } from './lint.ts'
import { explainFinding } from './words.ts'

/** `allow RULE`, or `project: allow RULE`. */
function source(...lines: readonly string[]): PolicySource {
  const layers = lines.map((line) => {
    const found = /^(?:(\w+): )?(\w+) (.*)$/s.exec(line)
    return {
      layer: (found?.[1] ?? 'user') as LayerName,
      lists: { [(found?.[2] ?? 'allow') as ListName]: [found?.[3] ?? ''] },
    }
  })
  return { mode: 'default', layers }
}

function found(lines: readonly string[], options: LintOptions = {}): readonly string[] {
  return lint(source(...lines), options).map((finding) => {
    const detail =
      'broad' in finding
        ? `:${finding.broad}`
        : 'why' in finding
          ? `:${finding.why}`
          : 'other' in finding
            ? ` ${finding.other.text}`
            : ''
    return `${finding.rule.text} ${finding.kind}${detail}`
  })
}

describe('P14.1 rules beside each other', () => {
  test.each([
    [
      ['deny files.write(/src/**)', 'allow files.write(/src/a.ts)'],
      ['files.write(/src/a.ts) never-reached files.write(/src/**)'],
    ],
    [
      ['managed: ask terminal.exec(git push *)', 'allow terminal.exec(git push origin main)'],
      ['terminal.exec(git push origin main) never-reached terminal.exec(git push *)'],
    ],
    [
      ['deny web.fetch(domain:example.com)', 'ask web.fetch(https://example.com/x)'],
      ['web.fetch(https://example.com/x) never-reached web.fetch(domain:example.com)'],
    ],
    [
      ['deny terminal.exec(npm publish)', 'thread: allow terminal.exec(npm publish)'],
      ['terminal.exec(npm publish) contradictory terminal.exec(npm publish)'],
    ],
    [
      ['allow files.write(/src/**)', 'thread: allow files.write(/src/**)'],
      ['files.write(/src/**) duplicate files.write(/src/**)'],
    ],
    [
      ['allow files.write(/src/**)', 'allow files.write(/src/a.ts)'],
      ['files.write(/src/a.ts) shadowed files.write(/src/**)'],
    ],
    [
      ['allow files.write(/src/a.ts)', 'allow files.write(/src/**)'],
      ['files.write(/src/a.ts) shadowed files.write(/src/**)'],
    ],
    [
      ['allow files.write(/src/**)', 'allow files.write(src/**)'],
      ['files.write(src/**) shadowed files.write(/src/**)'],
    ],
    [['deny files.read(.env)', 'deny files.read(.env*)'], ['files.read(.env) shadowed files.read(.env*)']],
    [['allow files.write(/src/**)', 'deny files.write(/src/a.ts)'], []],
    [['deny files.write(/src/a.ts)', 'allow files.write(/src/**)'], []],
    [['deny files.read(/src/**)', 'allow files.write(/src/a.ts)'], []],
    [
      ['project: allow files.write(/src/**)', 'allow files.write(/src/a.ts)'],
      ['files.write(/src/**) no-effect:untrusted-project'],
    ],
    [
      ['project: deny files.write(/src/**)', 'allow files.write(/src/a.ts)'],
      ['files.write(/src/a.ts) never-reached files.write(/src/**)'],
    ],
  ])('%j', (rules, findings) => {
    expect(found(rules)).toEqual(findings)
  })
})

describe('P14.1 dangerously broad allow rules', () => {
  test.each([
    ['*', 'every-tool'],
    ['terminal.exec', 'every-command'],
    ['terminal.exec(*)', 'every-command'],
    ['terminal.*', 'every-command'],
    ['terminal.exec(* --version)', 'any-program'],
    ['terminal.exec(./*)', 'any-program'],
    ['terminal.exec(bash *)', 'shell'],
    ['terminal.exec(bash -c *)', 'shell'],
    ['terminal.exec(/bin/sh *)', 'shell'],
    ['terminal.exec(python3 *)', 'interpreter'],
    ['terminal.exec(python3.12 *)', 'interpreter'],
    ['terminal.exec(python3 -c *)', 'interpreter'],
    ['terminal.exec(node -e *)', 'interpreter'],
    ['terminal.exec(npx *)', 'runner'],
    ['terminal.exec(env *)', 'wrapper'],
    ['terminal.exec(xargs *)', 'wrapper'],
    ['terminal.exec(sudo *)', 'privilege'],
    ['terminal.exec(sudo apt-get install *)', 'privilege'],
    ['terminal.exec(rm *)', 'removal'],
    ['terminal.exec(rm -rf *)', 'removal'],
    ['terminal.exec(curl *)', 'network'],
    ['terminal.exec(curl -s *)', 'network'],
    ['terminal.exec(npm install *)', 'install'],
    ['terminal.exec(pip install -r *)', 'install'],
    ['terminal.exec(cp *)', 'files'],
    ['terminal.exec(cp a *)', 'files'],
    ['terminal.exec(chmod -R 755 *)', 'files'],
    ['terminal.exec(git *)', 'subcommands'],
    ['terminal.exec(kubectl *)', 'subcommands'],
    ['files.write', 'every-file'],
    ['files.write(**)', 'every-file'],
    ['files.write(*)', 'every-file'],
    ['files.write(/)', 'every-file'],
    ['files.edit(/**)', 'every-file'],
    ['files.*', 'every-file'],
    ['files.read', 'every-file'],
    ['files.read(//**)', 'every-file'],
    ['files.read(~/)', 'every-file'],
    ['web.fetch', 'every-url'],
    ['browser', 'every-url'],
    ['web.fetch(*)', 'every-url'],
    ['web.fetch(https://*/**)', 'every-url'],
    ['web.fetch(domain:com)', 'every-url'],
    ['mcp__github__*', 'every-server-tool'],
  ])('%s: %s', (rule, broad) => {
    expect(found([`allow ${rule}`])).toEqual([`${rule} broad:${broad}`])
    expect(found([`deny ${rule}`, `managed: ask ${rule}`]).filter((text) => text.includes('broad'))).toEqual(
      [],
    )
  })

  test.each([
    'terminal.exec(npm run *)',
    'terminal.exec(npm test)',
    'terminal.exec(python3 -m pytest *)',
    'terminal.exec(python3 scripts/x.py *)',
    'terminal.exec(node scripts/x.js *)',
    'terminal.exec(bash scripts/build.sh *)',
    'terminal.exec(npx vitest *)',
    'terminal.exec(git commit *)',
    'terminal.exec(curl -s https://api.example.com/*)',
    'terminal.exec(rm -rf build)',
    'terminal.exec(rm -rf build/*)',
    'terminal.exec(make *)',
    'terminal.exec(npm install)',
    'terminal.exec(npm install zod)',
    'terminal.exec(cp a.ts b.ts)',
    'terminal.exec(mkdir *)',
    'files.write(/src/**)',
    'files.write(*.md)',
    'files.read(**)',
    'files.read(~/notes/**)',
    'web.fetch(domain:example.com)',
    'web.fetch(domain:localhost:3000)',
    'mcp__github__create_issue',
    'browser(domain:example.com)',
  ])('%s is not', (rule) => {
    expect(found([`allow ${rule}`])).toEqual([])
  })
})

describe('P14.1 rules without effect', () => {
  test.each([
    ['allow files.delete(/build/**)', 'always-asks'],
    ['allow terminal.input', 'always-asks'],
    ['allow files.write(/.countersign/rules)', 'own-files'],
    ['allow files.write(/.git/**)', 'protected-wildcard'],
    ['allow files.write(.github/workflows/)', 'protected-wildcard'],
    ['allow terminal.exec(npm test && npm run build)', 'several-commands'],
    ['deny terminal.exec(cat x | sh)', 'several-commands'],
    ['deny files.read(/x/[z-a])', 'impossible-name'],
    ['allow web.fetch(domain:*.10.0.0.1)', 'below-address'],
    ['allow web.fetch(https://*.localhost/**)', 'private-wildcard'],
    ['project: allow @secrets(.env)', 'exception-in-project'],
  ])('%s: %s', (rule, why) => {
    expect(found([rule]).map((text) => text.replace(/^.* /, ''))).toEqual([`no-effect:${why}`])
  })

  test.each([
    'allow files.read(/.git/**)',
    'allow files.write(/.npmrc)',
    'deny files.delete(/x)',
    'allow terminal.exec(git commit -m "a && b")',
    "allow terminal.exec(grep 'a|b' *)",
  ])('%s has some', (rule) => {
    expect(found([rule])).toEqual([])
  })
})

describe('other findings', () => {
  test('malformed rules and unknown tools', () => {
    expect(found(['deny files.read([abc)', 'allow web.fetch(example.com)'])).toEqual([
      'files.read([abc) malformed',
      'web.fetch(example.com) malformed',
    ])
    expect(found(['allow files.writ(/x)'], { tools: ['files.write', 'files.read'] })).toEqual([
      'files.writ(/x) unknown-tool',
    ])
    expect(found(['deny files.read([^a])'])).toEqual(['files.read([^a]) perhaps-negated'])
  })

  test('every finding has a sentence', () => {
    const findings = lint(
      source(
        'deny files.read([abc)',
        'deny terminal.exec(npm publish)',
        'allow terminal.exec(npm publish)',
        'allow terminal.exec(npm publish)',
        'allow terminal.exec(sudo *)',
        'allow files.write(/src/a.ts)',
        'allow files.write(/src/**)',
        'allow files.delete(/x)',
        'deny web.fetch',
        'allow web.fetch(domain:example.com)',
        'deny files.read([^a])',
      ),
    )
    expect(findings.map((finding) => `${finding.severity}: ${explainFinding(finding)}`))
      .toMatchInlineSnapshot(`
      [
        "error: cannot be read at 12: \`[\` opens a set of characters that is not closed; write \`\\[\` for the character itself; perhaps \`files.read(\\[abc)\`",
        "warning: contradicts \`terminal.exec(npm publish)\` of your rules: the deny rule holds",
        "warning: contradicts \`terminal.exec(npm publish)\` of your rules: the deny rule holds",
        "danger: broad: raised privilege with free arguments",
        "note: superfluous: \`files.write(/src/**)\` of your rules says as much",
        "warning: opens nothing: this tool asks a person every time",
        "warning: never reached: \`web.fetch\` of your rules blocks it first",
        "warning: \`[^…]\` is a set that holds \`^\`; write \`[!…]\` for everything but",
      ]
    `)
  })

  test('a few hundred rules are looked through in no time', () => {
    const rules = Array.from({ length: 400 }, (_, index) => `allow terminal.exec(npm run task${index} *)`)
    expect(found(rules)).toEqual([])
  })
})

test('among thousands of rules each is compared with those that could hold all of it', () => {
  const many = Array.from({ length: 4_000 }, (_, index) => `terminal.exec(tool${index} run *)`)
  const allow = [...many, 'terminal.exec(tool7 *)', 'files.write(/a/b)', 'files.write(/a/**)']
  const deny = ['terminal.exec(tool3999 *)', 'web.fetch(domain:h.org)', 'web.fetch(https://x.h.org/a)']
  const found = lint({ layers: [{ layer: 'user', lists: { allow, deny } }] })
  expect(found.map(({ kind, rule }) => `${kind} ${rule.text}`)).toEqual([
    'shadowed web.fetch(https://x.h.org/a)',
    'shadowed terminal.exec(tool7 run *)',
    'never-reached terminal.exec(tool3999 run *)',
    'shadowed files.write(/a/b)',
  ])
})
