import { compilePolicy, decide, explainParts, toolFacts } from '@countersign/policy'
import { describe, expect, test } from 'vitest'
import { aCall, anApproval } from '../../testing/views.ts'
import { cardView } from './card-view.ts'
import type { CardView } from './card-view.ts'
import { previewRule } from './rule-preview.ts'

const FACTS = { home: '/home', own: ['/home/.gate'] }

/** A card as the server would build it: decided by the same policy, in mode Ask, with these rules. */
function cardFor(command: string, rules: { allow?: string[]; ask?: string[] } = {}): CardView {
  const place = { workspace: '/site', cwd: '/site', home: '/home' }
  const decision = decide(
    { tool: toolFacts('terminal.exec'), specifier: { kind: 'shell', command }, place },
    compilePolicy({ mode: 'default', layers: [{ layer: 'user', lists: rules }] }),
  )
  const sentences = explainParts(decision)
  const call = aCall('x', {
    specifier: command,
    body: { kind: 'shell', command, cwd: '/site' },
    decision: {
      verdict: decision.verdict,
      reason: { because: decision.reason.because, sentence: '' },
      parts: decision.parts.map((part, index) => ({
        label: part.label,
        ...(part.range === undefined ? {} : { start: part.range.start, end: part.range.end }),
        carriers: [...part.carriers],
        verdict: part.verdict,
        reason: { because: part.reason.because, sentence: sentences[index]?.why ?? '' },
      })),
    },
  })
  return cardView(call, anApproval(call), {
    given: undefined,
    position: null,
    workspace: '/site',
    threadTitle: null,
  })
}

describe('a rule tried on the card', () => {
  test.each([
    [
      'the exact command',
      'npm test',
      'terminal.exec(npm test)',
      { runs: ['npm test'], asks: [], enough: true },
    ],
    [
      'a fitting pattern',
      'npm run build',
      'terminal.exec(npm run *)',
      { runs: ['npm run build'], asks: [], enough: true },
    ],
    [
      'one that does not fit',
      'npm test',
      'terminal.exec(npm run *)',
      { runs: [], asks: ['npm test'], enough: false },
    ],
    [
      'one part of two',
      'npm run build && npm publish --dry-run',
      'terminal.exec(npm run *)',
      { runs: ['npm run build'], asks: ['npm publish --dry-run'], enough: false },
    ],
    ['another tool', 'npm test', 'files.write', { runs: [], asks: ['npm test'], enough: false }],
  ])('%s', (_name, command, rule, expected) => {
    expect(previewRule(rule, cardFor(command), FACTS)).toMatchObject({ kind: 'readable', ...expected })
  })

  test('parts that run already are not asked for again', () => {
    const card = cardFor('npm run build && npm test', { allow: ['terminal.exec(npm run *)'] })
    expect(previewRule('terminal.exec(npm test)', card, FACTS)).toMatchObject({
      runs: ['npm test'],
      asks: [],
      enough: true,
    })
  })

  test('an ask rule stands before every allow rule, and the preview says so', () => {
    const card = cardFor('npm test', { ask: ['terminal.exec(npm test)'] })
    expect(previewRule('terminal.exec(npm test)', card, FACTS)).toMatchObject({
      asks: ['npm test'],
      enough: false,
    })
  })

  test('a malformed rule has a position', () => {
    expect(previewRule('terminal.exec(npm', cardFor('npm test'), FACTS)).toMatchObject({ kind: 'malformed' })
  })

  test('a broad rule is named before it is kept', () => {
    const preview = previewRule('terminal.exec(node *)', cardFor('node x.js'), FACTS)
    expect(preview).toMatchObject({ kind: 'readable', warnings: [expect.stringContaining('broad')] })
  })

  test.each([
    [undefined, { enough: true, warnings: [] }],
    ['destructive', { enough: false, warnings: [expect.stringContaining('asks a person every time')] }],
  ] as const)('a deletion that the server judged %s', (locked, expected) => {
    const call = aCall('x', {
      tool: 'files.delete',
      specifier: '/site/old.txt',
      body: { kind: 'path', action: 'delete', paths: ['/site/old.txt'], outside_workspace: false },
      decision: {
        verdict: 'ask',
        reason: { because: 'mode', sentence: '' },
        parts: [],
        ...(locked && { locked }),
      },
    })
    const around = { given: undefined, position: null, workspace: '/site', threadTitle: null }
    const card = cardView(call, anApproval(call), around)
    expect(previewRule('files.delete(/old.txt)', card, FACTS)).toMatchObject({
      kind: 'readable',
      ...expected,
    })
  })
})
