import type { ManifestView, NodeEffect, PlannedNode } from '@countersign/protocol'
import { Check } from 'lucide-react'
import { modeLook } from '../../../platform/modes/modes.ts'
import { cx } from '../../../ui/cx.ts'
import { Visible } from '../../../ui/Visible.tsx'
import { runTexts as texts } from '../run-texts.ts'

/** The effect of one node in a line. */
export function EffectWords({ effect }: { effect: NodeEffect }) {
  return (
    <span>
      <span className="font-semibold text-ink">{wouldOf(effect)}</span> <Specifiers effect={effect} />
      {effect.destructive !== 'no' && (
        <span className="text-stop"> · {texts.destructive[effect.destructive]}</span>
      )}
    </span>
  )
}

function wouldOf({ category, tool }: NodeEffect): string {
  return tool === 'notify.person' ? texts.notify : texts.categories[category]
}

function Specifiers({ effect: { specifiers, reach } }: { effect: NodeEffect }) {
  return (
    <code className="font-mono wrap-anywhere">
      <Visible text={reach === 'anything' ? texts.anySpecifier : specifiers.join(', ')} />
    </code>
  )
}

interface EffectTableProps {
  readonly manifest: ManifestView
  readonly label?: string
  /** The effects are only some of the version's, so what is absent from them says nothing. */
  readonly isPart?: boolean
  /** The current verdict on each effect in a mode. */
  readonly plan?: { readonly mode: string; readonly nodes: ReadonlyMap<string, PlannedNode> }
}

/** Columns of a wide table. A narrow table shows their text below the specifier. */
const WIDE = 'hidden @md:table-cell'

/** The possible effects of a version, node by node, before anything runs. */
export function EffectTable({ manifest, label, isPart = false, plan }: EffectTableProps) {
  const { effects, missing_secrets: missing } = manifest
  if (effects.length === 0) return <p className="text-label text-ink-2">{texts.mayNothing}</p>
  return (
    <div className="flex flex-col gap-2">
      <div
        role="region"
        aria-label={label ?? texts.mayDo}
        // A scroll area must take the focus, so that keys can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="@container overflow-x-auto rounded-control border border-line"
      >
        <table className="w-full border-collapse text-label">
          <thead className="bg-ground text-hint text-ink-3">
            <tr>
              {[texts.would, texts.what, texts.fixedBy, texts.often, ...verdictHead(plan)].map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={cx(
                    'px-3 py-1 text-start font-medium whitespace-nowrap',
                    (name === texts.fixedBy || name === texts.often) && WIDE,
                  )}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {effects.map((effect) => (
              <Row key={effect.node} effect={effect} {...(plan === undefined ? {} : { plan })} />
            ))}
          </tbody>
        </table>
      </div>
      {missing.length > 0 && (
        <p className="text-label text-stop">{texts.missingSecrets(missing.join(', '))}</p>
      )}
      {!isPart && <Absent effects={effects} />}
    </div>
  )
}

function verdictHead(plan: EffectTableProps['plan']): readonly string[] {
  return plan === undefined ? [] : [texts.inMode(modeLook(plan.mode).label)]
}

function Row({ effect, plan }: { effect: NodeEffect } & Pick<EffectTableProps, 'plan'>) {
  const notes = [
    effect.destructive === 'no' ? null : texts.destructive[effect.destructive],
    effect.outside.length === 0 ? null : texts.outside(effect.outside.join(', ')),
    effect.flows.length === 0 ? null : texts.flows(effect.flows.join(', ')),
    effect.secrets.length === 0 ? null : texts.secret(effect.secrets.join(', ')),
    effect.again ? texts.again : null,
    effect.model,
  ].filter((note) => note !== null)
  const often = effect.repeats ? texts.many : texts.once
  return (
    <tr className="border-t border-line align-top" data-effect={effect.node}>
      <td className="px-3 py-1 font-semibold">{wouldOf(effect)}</td>
      <td className="px-3 py-1 @md:min-w-40">
        <Specifiers effect={effect} /> <span className="text-hint text-ink-3">{effect.tool}</span>
        <span className="block text-hint text-ink-2 @md:hidden">
          {texts[effect.reach]}, {often}
        </span>
        {notes.map((note) => (
          <span key={note} className="block text-hint text-wait">
            <Visible text={note} />
          </span>
        ))}
      </td>
      <td className={cx('px-3 py-1 whitespace-nowrap', WIDE)}>{texts[effect.reach]}</td>
      <td className={cx('px-3 py-1 whitespace-nowrap', WIDE)}>{often}</td>
      {plan !== undefined && <VerdictCell planned={plan.nodes.get(effect.node)} />}
    </tr>
  )
}

function VerdictCell({ planned }: { planned: PlannedNode | undefined }) {
  const verdict = planned?.verdict ?? 'unknown'
  const colour =
    verdict === 'run'
      ? 'text-clear'
      : verdict === 'block'
        ? 'text-stop'
        : verdict === 'ask'
          ? 'text-wait'
          : 'text-ink-3'
  return (
    <td
      className={cx('px-3 py-1 font-semibold whitespace-nowrap', colour)}
      title={planned?.why}
      data-verdict={verdict}
    >
      {texts.verdicts[verdict]}
    </td>
  )
}

/** What a version does not do. */
function Absent({ effects }: Pick<ManifestView, 'effects'>) {
  const deletes = effects.some(({ destructive }) => destructive !== 'no')
  const outside = effects.some(({ category, outside: from }) => category !== 'read' && from.length > 0)
  const asksModel = effects.some(({ tool }) => tool.startsWith('llm.') || tool === 'agent.run')
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-hint text-ink-2">
      {!deletes && <Good words={texts.noDeletes} />}
      {!outside && <Good words={texts.noOutside} />}
      {!asksModel && <Good words={texts.noModel} />}
    </ul>
  )
}

function Good({ words }: { words: string }) {
  return (
    <li className="flex items-center gap-1">
      <Check size={14} aria-hidden="true" className="text-clear" />
      {words}
    </li>
  )
}
