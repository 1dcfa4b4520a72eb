import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LayerName } from '../model/rule.ts'
import { textField, type Field, type Piece } from '../model/field.ts'
import type { Fit } from '../model/subject.ts'
import { place as placeRule } from './testing/reference.ts'
import { touchSubject, type Act, type TouchOptions } from './touch.ts'

const place = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }
const HERE = [place.cwd]
const range = { start: 0, end: 0 }

/** `src/*.ts`, `$X/.env`: `*`, `?` are globs, `$` and one capital letter a hole. */
function field(source: string): Field {
  const pieces = source.split(/(\$[A-Z]|[*?]|\[[^\]]*\])/).flatMap((text): readonly Piece[] => {
    if (text === '') return []
    if (/^\$[A-Z]$/.test(text)) return [{ kind: 'hole', source: text }]
    return [/^[*?[]/.test(text) ? { kind: 'glob', text } : { kind: 'text', text }]
  })
  const certain = pieces.every((piece) => piece.kind === 'text')
  return { pieces, quoted: false, many: !certain, range }
}

function fit(
  rule: string,
  word: string,
  cwds: readonly (string | undefined)[] = HERE,
  options: TouchOptions & { layer?: LayerName; act?: Act } = {},
): Fit {
  const placed = placeRule(rule, 'deny', options.layer ?? 'user')
  if (placed === undefined) throw new Error(rule)
  return touchSubject(options.act ?? 'read', field(word), cwds, place, options).may(placed)
}

function covers(
  rule: string,
  word: string,
  cwds: readonly (string | undefined)[] = HERE,
  options: TouchOptions = {},
): boolean {
  const placed = placeRule(rule, 'allow', 'user')
  if (placed === undefined) throw new Error(rule)
  return touchSubject('write', field(word), cwds, place, options).must(placed)
}

describe('rules for files on words of a command', () => {
  test.each<[string, string, Fit]>([
    ['files.read(.env)', '.env', 'hit'],
    ['files.read(.env)', './a/../.env', 'hit'],
    ['files.read(.env)', '/srv/.env', 'hit'],
    ['files.read(.env)', '.env.', 'hit'],
    ['files.read(.env)', 'env', 'no'],
    ['files.read', 'anything', 'hit'],
    ['files.read(/secrets/**)', 'secrets', 'hit'],
    ['files.read(/secrets/**)', 'secrets/a', 'hit'],
    ['files.read(~/.ssh/**)', '/home/dev/.ssh/id', 'hit'],
    ['files.read(~/.ssh/**)', '../.ssh/id', 'hit'],
    ['files.read(~/.ssh/**)', '~/.ssh/id', 'hit'],
    ['files.read(~/.ssh/**)', '/home/dev./.ssh/id', 'hit'],
    // globs
    ['files.read(.env)', '.en?', 'possible'],
    ['files.read(.env)', '.e*', 'possible'],
    ['files.read(.env)', '.[ef]nv', 'possible'],
    ['files.read(.env)', '.[fg]nv', 'no'],
    ['files.read(.env)', '*', 'no'],
    ['files.read(.env)', '?env', 'no'],
    ['files.read(.env)', '*/.env', 'possible'],
    ['files.read(*.pem)', '*', 'possible'],
    ['files.read(*.pem)', 'src/*.ts', 'no'],
    ['files.read(*.pem)', 'src/*.p*', 'possible'],
    ['files.read(/secrets/**)', 'secrets/*', 'hit'],
    ['files.read(/secrets/**)', '*', 'possible'],
    ['files.read(/secrets/**)', 'src/*', 'no'],
    ['files.read(/secrets/**)', 'src/../secrets/*', 'hit'],
    ['files.read(/a/b/c)', '*/b/*', 'possible'],
    ['files.read(*.pem)', 'crates/*/src/*.rs', 'no'],
    ['files.read(secrets)', '*/key', 'possible'],
    ['files.read(secrets)', 'sec*/key', 'possible'],
    ['files.read(secrets/)', '*/key', 'possible'],
    ['files.read(secrets)', 'src*/key', 'no'],
    // words that are not known
    ['files.read(.env)', '$X', 'possible'],
    ['files.read(.env)', '$X/.env', 'possible'],
    ['files.read(.env)', '.env$X', 'possible'],
    ['files.read(.env)', '$X.ts', 'no'],
    ['files.read(.env)', 'src/$X/a.ts', 'no'],
    ['files.read(/secrets/**)', 'src/$X', 'possible'],
    ['files.read(/secrets/*.key)', 'src/$X.ts', 'no'],
    ['files.read(/secrets/**)', 'secrets/$X', 'possible'],
  ])('%s on %s: %s', (rule, word, expected) => {
    expect(fit(rule, word)).toBe(expected)
  })

  test('what is shipped looks only at words that are there', () => {
    expect(fit('files.read(.env)', '.env', HERE, { layer: 'shipped' })).toBe('hit')
    expect(fit('files.read(.env)', '$X', HERE, { layer: 'shipped' })).toBe('no')
    expect(fit('files.read(.env)', '.e*', HERE, { layer: 'shipped' })).toBe('no')
  })

  test('every directory that is possible counts', () => {
    const both = ['/home/dev/project', '/home/dev/project/secrets']
    expect(fit('files.read(/secrets/**)', 'a', both)).toBe('hit')
    expect(fit('files.read(/secrets/**)', '/etc/a', both)).toBe('no')
    expect(covers('files.write(/secrets/**)', 'a', both)).toBe(false)
    expect(covers('files.write(/**)', 'a', both)).toBe(true)
  })

  test('a directory that is not known', () => {
    expect(fit('files.read(.env)', '.env', [undefined])).toBe('possible')
    expect(fit('files.read(.env)', 'a.ts', [undefined])).toBe('no')
    expect(fit('files.read(/secrets/**)', 'a', [undefined])).toBe('possible')
    expect(fit('files.read(/secrets/*.key)', 'a.ts', [undefined])).toBe('no')
    expect(fit('files.read(.env)', '*.e*', [undefined])).toBe('no')
    expect(covers('files.write(**)', 'a', [undefined])).toBe(false)
    expect(covers('files.write(//etc/a)', '/etc/a', [undefined])).toBe(true)
  })

  test('what is taken along', () => {
    expect(fit('files.delete(/config/prod/**)', 'config', HERE, { recursive: true, act: 'remove' })).toBe(
      'hit',
    )
    expect(fit('files.delete(/config/prod/**)', 'config', HERE, { act: 'remove' })).toBe('no')
    expect(fit('files.delete(/config/prod/**)', 'con*', HERE, { recursive: true, act: 'remove' })).toBe(
      'possible',
    )
    expect(
      fit('files.delete(/config/prod/**)', 'config', [undefined], { recursive: true, act: 'remove' }),
    ).toBe('possible')
    expect(
      fit('files.delete(/config/prod.yml)', 'src', [undefined], { recursive: true, act: 'remove' }),
    ).toBe('no')
    expect(fit('files.delete(/config/prod/**)', 'src*', HERE, { recursive: true, act: 'remove' })).toBe('no')
  })

  test('an allow for writing covers what is certain', () => {
    expect(covers('files.write(/build/**)', 'build/a.js')).toBe(true)
    expect(covers('files.write(/build/**)', 'build/../a.js')).toBe(false)
    expect(covers('files.write(/build/**)', 'build/*')).toBe(false)
    expect(covers('files.write(/build/**)', 'build/$X')).toBe(false)
    expect(covers('files.write', 'build/$X')).toBe(true)
    expect(covers('files.write(~/x)', '~/x')).toBe(false)
  })

  test('the end of a pipe is no file', () => {
    const pipe: Field = { pieces: [{ kind: 'hole', source: '<(sort a)' }], quoted: false, many: false, range }
    const rule = placeRule('files.read(*.pem)', 'deny', 'user')
    expect(rule === undefined ? '' : touchSubject('read', pipe, HERE, place).may(rule)).toBe('no')
  })

  test('the tools that are tried', () => {
    expect(touchSubject('remove', 'a', HERE, place)).toMatchObject({
      label: 'removes a',
      path: '/home/dev/project/a',
      tools: { may: ['files.delete'], must: ['files.delete'] },
      row: 'none',
    })
    expect(touchSubject('write', textField('a', range), HERE, place).tools.may).toEqual(['files.write'])
  })
})

describe('protected files by shell', () => {
  test.each([
    ['.git/hooks/pre-commit', 'protected'],
    ['.git/hooks/*', 'protected'],
    ['.g*/hooks/x', 'protected'],
    ['$X/.bashrc', 'protected'],
    ['/home/dev/.bashrc', 'protected'],
    ['~/.bashrc', 'protected'],
    ['.npmrc', 'protected'],
    ['.countersign/rules', 'own-files'],
    ['.counter*/rules', 'own-files'],
    ['../.config/countersign/x', 'own-files'],
    ['src/a.ts', undefined],
    ['src/*', undefined],
    ['*', undefined],
    ['$X', undefined],
    ['/tmp/x', undefined],
    ['/tmp/$X/y', undefined],
  ])('%s: %s', (word, because) => {
    expect(touchSubject('write', field(word), HERE, place).guard?.because).toBe(because)
    expect(touchSubject('remove', field(word), HERE, place).guard?.because).toBe(because)
    expect(touchSubject('read', field(word), HERE, place).guard).toBeUndefined()
  })

  test('only a rule that spells the file opens it', () => {
    expect(covers('files.write(/.npmrc)', '.npmrc')).toBe(true)
    expect(covers('files.write(/.*)', '.npmrc')).toBe(false)
    expect(covers('files.write', '.npmrc')).toBe(false)
    expect(covers('files.write(/.countersign/rules)', '.countersign/rules')).toBe(false)
    expect(covers('terminal.exec(echo x)', '.npmrc')).toBe(false)
    expect(covers('terminal.exec(echo x)', '.npmrc', HERE, { spelledBy: () => true })).toBe(true)
    expect(covers('terminal.exec(echo x)', '.countersign/rules', HERE, { spelledBy: () => true })).toBe(false)
  })
})

test('a glob could be every name it stands for', () => {
  const letters = fc.stringMatching(/^[ab.]{1,5}$/).filter((name) => !/^\.+$/.test(name))
  fc.assert(
    fc.property(letters, fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), (name, wild) => {
      const word = Array.from(name, (char, index) =>
        wild[index] === true && !(index === 0 && char === '.') ? '?' : char,
      ).join('')
      expect(fit(`files.read(/${name})`, word)).not.toBe('no')
    }),
    { numRuns: 1000 },
  )
})
