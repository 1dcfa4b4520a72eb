import { backtest } from '@countersign/policy'
import type { Difference, PolicyCall } from '@countersign/policy'
import { useMemo } from 'react'
import type { DatedCall } from '../../data/recorded.ts'
import { Panel, Section } from '../../ui/Section.tsx'
import { Visible } from '../../ui/Visible.tsx'
import type { AllRules } from './rules-model.ts'
import { sourceFor } from './rules-model.ts'
import { texts } from './texts.ts'

/** Worst first: calls that would run although a person refused them. */
const ORDER: readonly Difference[] = [
  'runs-what-was-denied',
  'opens-what-was-blocked',
  'runs-what-was-unanswered',
  'blocks-what-was-allowed',
  'asks-what-ran',
  'blocks-what-was-denied',
  'saves-a-question',
]
/** Calls that are shown of each kind of difference. */
const SHOWN = 5

/** The current rules over the calls of the last 30 days, and where people answered differently. */
export function BacktestView(props: { rules: AllRules; past: readonly DatedCall[] | null; mode: string }) {
  const { rules, past, mode } = props
  const result = useMemo(
    () => (past === null ? null : backtest(sourceFor(rules, { mode, thread: null }), past)),
    [rules, past, mode],
  )
  const calls = useMemo(() => new Map(past?.map(({ id, call }) => [id, call])), [past])
  return (
    <Section title={texts.backtest} hint={texts.backtestHint}>
      <Panel>
        {result === null || result.total === 0 ? (
          <p className="text-label text-ink-3">{texts.noPast}</p>
        ) : (
          <>
            <p className="text-label" data-backtest="">
              {texts.replay(result.total, result.verdicts.run, result.verdicts.ask, result.verdicts.block)}{' '}
              {result.rows.length === 0 && texts.asBefore}
            </p>
            {ORDER.filter((kind) => result.differences[kind] > 0).map((kind) => (
              <div key={kind}>
                <h3 className="text-label font-semibold">
                  {result.differences[kind]} {texts.differences[kind]}
                </h3>
                <ul className="font-mono text-code text-ink-2">
                  {result.rows
                    .filter((row) => row.difference === kind)
                    .slice(0, SHOWN)
                    .map((row) => (
                      <li key={row.id}>
                        <Visible text={callText(calls.get(row.id))} />
                      </li>
                    ))}
                </ul>
              </div>
            ))}
          </>
        )}
      </Panel>
    </Section>
  )
}

function callText(call: PolicyCall | undefined): string {
  if (call === undefined) return ''
  const { specifier, tool } = call
  switch (specifier.kind) {
    case 'shell':
      return specifier.command
    case 'path':
      return `${tool.name}(${specifier.paths.map(({ asked }) => asked).join(' -> ')})`
    case 'url':
      return `${tool.name}(${specifier.url})`
    case 'text':
      return `${tool.name}(${specifier.text})`
  }
}
