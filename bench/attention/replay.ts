import { readFileSync } from 'node:fs'
import {
  decide,
  compilePolicy,
  offers,
  readCallText,
  type Decision,
  type PolicyCall,
  type PolicySource,
} from '@countersign/policy'

/** `free`: needs no question; `fair`: a question is right; `either`: both are fine; `never`: must not run automatically in any mode. */
export type Mark = 'free' | 'fair' | 'either' | 'never'

export interface ReplayCall {
  readonly mark: Mark
  readonly text: string
  readonly session: string
  readonly call: PolicyCall
}

const PLACE = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }
const MARKS: ReadonlyMap<string, Mark> = new Map([
  ['.', 'free'],
  ['?', 'fair'],
  ['~', 'either'],
  ['!', 'never'],
])

/** The rules that a person has after a week of work like this. */
export const STANDING: PolicySource = {
  mode: 'default',
  layers: [
    {
      layer: 'user',
      lists: {
        allow: [
          'terminal.exec(npm run *)',
          'terminal.exec(npm test *)',
          'terminal.exec(npx vitest *)',
          'terminal.exec(npx tsc *)',
          'terminal.exec(pytest *)',
          'terminal.exec(cargo test *)',
          'terminal.exec(go test *)',
          'terminal.exec(git add *)',
          'terminal.exec(git commit *)',
          'files.write(/src/**)',
          'files.write(/docs/**)',
        ],
        ask: ['terminal.exec(git push *)'],
      },
    },
  ],
}

/** The same for people who work in four languages at once and are on call. */
export const SECOND: PolicySource = {
  mode: 'default',
  layers: [
    {
      layer: 'user',
      lists: {
        allow: [
          'terminal.exec(npm run *)',
          'terminal.exec(npx tsc *)',
          'terminal.exec(pnpm test *)',
          'terminal.exec(pytest *)',
          'terminal.exec(python3 -m pytest *)',
          'terminal.exec(ruff *)',
          'terminal.exec(cargo *)',
          'terminal.exec(go *)',
          'terminal.exec(git add *)',
          'terminal.exec(git commit *)',
          'terminal.exec(curl -s *)',
        ],
        ask: ['terminal.exec(git push *)'],
      },
    },
  ],
}

/** The calls of a file in this folder, in order. */
export function readReplay(name = 'calls.txt'): readonly ReplayCall[] {
  const lines = readFileSync(new URL(name, import.meta.url), 'utf8').split('\n')
  let session = ''
  return lines.flatMap((line): readonly ReplayCall[] => {
    if (line.startsWith('## ')) session = line.slice(3)
    const mark = MARKS.get(line[0] ?? '')
    if (mark === undefined || line[1] !== ' ') return []
    const text = line
      .slice(2)
      .replaceAll(String.raw`\n`, '\n')
      .replaceAll(String.raw`\u202e`, '\u202e')
    return [{ mark, text, session, call: readCallText(text, PLACE) }]
  })
}

/** Calls of one kind of work, and a person's rules for it. */
export interface Section {
  readonly title: string
  readonly rules: PolicySource
  readonly calls: readonly ReplayCall[]
}

/** The sections of a file in this folder, each with its rules. */
export function readSections(name = 'third.txt'): readonly Section[] {
  const [, ...parts] = readFileSync(new URL(name, import.meta.url), 'utf8').split(/^## /m)
  return parts.map((part): Section => {
    const [title = '', ...lines] = part.split('\n')
    const rules = (list: string): readonly string[] =>
      lines.filter((line) => line.startsWith(`${list} `)).map((line) => line.slice(list.length + 1))
    const lists = { allow: rules('allow'), ask: rules('ask'), deny: rules('deny') }
    return {
      title,
      rules: { mode: 'default', layers: [{ layer: 'user', lists }] },
      calls: lines.flatMap((line): readonly ReplayCall[] => {
        const mark = MARKS.get(line[0] ?? '')
        if (mark === undefined || line[1] !== ' ') return []
        const text = line.slice(2).replaceAll('⏎', '\n')
        return [{ mark, text, session: title, call: readCallText(text, PLACE) }]
      }),
    }
  })
}

/** The total cost of all sections. */
export function measureAll(sections: readonly Section[]): Attention {
  const each = sections.map(({ rules, calls }) => measure(rules, calls))
  const sum = (of: (one: Attention) => number): number => each.reduce((so, one) => so + of(one), 0)
  const [calls, prompts] = [sum((one) => one.calls), sum((one) => one.prompts)]
  const needless = each.flatMap((one) => one.needless)
  return {
    calls,
    prompts,
    promptsPer100: (100 * prompts) / calls,
    needless,
    needlessShare: needless.length / calls,
    repeatsCovered: sum((one) => one.repeatsCovered),
  }
}

export interface Attention {
  readonly calls: number
  readonly prompts: number
  readonly promptsPer100: number
  /** Prompts for calls that need none. */
  readonly needless: readonly { readonly call: ReplayCall; readonly decision: Decision }[]
  /** The share of all calls that ask needlessly. */
  readonly needlessShare: number
  /** Prompts that a rule offered on an earlier prompt would have saved if the person had accepted it. */
  readonly repeatsCovered: number
}

/** Everyday calls only: calls that must never run are measured separately. */
export function measure(source: PolicySource, calls: readonly ReplayCall[]): Attention {
  const policy = compilePolicy(source)
  const everyday = calls.filter(({ mark }) => mark !== 'never')
  const asked = everyday
    .map((call) => ({ call, decision: decide(call.call, policy) }))
    .filter(({ decision }) => decision.verdict !== 'run')
  const needless = asked.filter(({ call }) => call.mark === 'free')
  return {
    calls: everyday.length,
    prompts: asked.length,
    promptsPer100: (100 * asked.length) / everyday.length,
    needless,
    needlessShare: needless.length / everyday.length,
    repeatsCovered: asked.length - promptsWithOffers(source, everyday),
  }
}

/** The number of prompts if the widest sufficient offer is accepted each time. */
function promptsWithOffers(source: PolicySource, calls: readonly ReplayCall[]): number {
  const kept: string[] = []
  let prompts = 0
  for (const { call } of calls) {
    const layers: PolicySource['layers'] = [...source.layers, { layer: 'user', lists: { allow: kept } }]
    const policy = compilePolicy({ ...source, layers })
    if (decide(call, policy).verdict === 'run') continue
    prompts += 1
    const offer = offers(call, policy).findLast(({ enough }) => enough)
    if (offer !== undefined) kept.push(offer.rule.text)
  }
  return prompts
}
