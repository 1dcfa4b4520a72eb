import { describe, expect, test } from 'vitest'
import { readCallText } from './call-text.ts'
import { decide } from './decide.ts'
import { compilePolicy, type LayerSource, type PolicySource } from './policy.ts'
import { PLACE } from './testing/atoms.ts'

const verdictOf = (call: string, source: PolicySource): string =>
  decide(readCallText(call, PLACE), compilePolicy(source)).verdict

const layer = (name: LayerSource['layer'], lists: LayerSource['lists']): LayerSource => ({
  layer: name,
  lists,
})

describe('what runs is not known', () => {
  const deny = { deny: ['terminal.exec(git push *)'] }
  const ask = { ask: ['terminal.exec(git push *)'] }
  test.each([
    // A program that is not known could be what any rule names.
    ['$X', [layer('user', deny)], 'ask'],
    ['$X', [layer('user', ask)], 'ask'],
    ['$X', [layer('shipped', deny)], 'ask'],
    ['$X', [], 'run'],
    // Code that is not shown could be what a person's rule names; those that are shipped would make all of it ask.
    ['eval "$X"', [layer('user', deny)], 'ask'],
    ['eval "$X"', [layer('managed', ask)], 'ask'],
    ['eval "$X"', [layer('shipped', deny)], 'run'],
    ['eval "$X"', [layer('shipped', deny), layer('user', ask)], 'ask'],
    ['eval "$X"', [layer('user', { deny: ['files.write(x)'] })], 'run'],
    ['eval "$X"', [layer('user', { allow: ['terminal.exec(git push *)'] })], 'run'],
    ['eval "$X"', [], 'run'],
  ])('%s beside %j: %s', (call, layers, verdict) => {
    expect(verdictOf(call, { mode: 'auto', layers, builtins: false })).toBe(verdict)
  })
})

describe('P17.1 built-ins, and rules that name them', () => {
  test.each([
    ['cat .env', [], 'ask'],
    ['cat .env', [layer('user', { allow: ['@secrets'] })], 'run'],
    ['cat .env', [layer('user', { allow: ['@secrets(.env)'] })], 'run'],
    ['cat .env', [layer('user', { allow: ['@secrets(.npmrc)'] })], 'ask'],
    ['cat .env', [layer('user', { allow: ['@publish'] })], 'ask'],
    ['cat .env', [layer('user', { deny: ['@secrets'] })], 'block'],
    ['cat .env', [layer('user', { deny: ['@secrets(.env)'] })], 'block'],
    ['cat .env', [layer('user', { deny: ['@secrets(.npmrc)'] })], 'ask'],
    ['cat .env', [layer('user', { deny: ['@publish'] })], 'ask'],
    ['cat a.txt', [layer('user', { deny: ['@secrets'] })], 'run'],
    ['npm publish', [], 'ask'],
    ['npm publish', [layer('user', { allow: ['@publish'] })], 'run'],
    ['npm publish', [layer('user', { deny: ['@publish'] })], 'block'],
    ['npm publish', [layer('user', { allow: ['@secrets'] })], 'ask'],
    ['files.read(.env)', [], 'ask'],
    ['files.read(.env)', [layer('user', { allow: ['@secrets(.env)'] })], 'run'],
    ['files.read(.env)', [layer('user', { deny: ['@secrets'] })], 'block'],
  ])('%s beside %j: %s', (call, layers, verdict) => {
    expect(verdictOf(call, { mode: 'auto', layers })).toBe(verdict)
  })
})
