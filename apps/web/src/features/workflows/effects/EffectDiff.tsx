import type { GraphDiff, NodeEffect } from '@countersign/protocol'
import { Visible } from '../../../ui/Visible.tsx'
import { manageTexts as texts } from '../manage-texts.ts'
import { EffectTable } from './EffectTable.tsx'

/** The difference between two graphs, starting with the effects that the second one gains. */
export function EffectDiff({ diff, title, hint }: { diff: GraphDiff; title: string; hint?: string }) {
  const parts = [
    ...diff.nodes.map(({ node, change, fields }) => ({
      key: `node ${node}`,
      change,
      words: fields.length === 0 ? node : `${node}: ${fields.join(', ')}`,
    })),
    ...diff.edges.map(({ edge, change }) => ({ key: `edge ${edge}`, change, words: edge })),
  ]
  return (
    <section aria-label={title} className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4">
      {hint !== undefined && <p className="text-hint text-ink-2">{hint}</p>}
      <h3 className="text-label font-semibold">{texts.newlyMay}</h3>
      {diff.effects_added.length === 0 && <p className="text-label text-ink-3">{texts.nothingNew}</p>}
      <Effects effects={diff.effects_added} label={texts.newlyMay} />
      {diff.effects_removed.length > 0 && (
        <>
          <h3 className="text-label font-semibold">{texts.noLonger}</h3>
          <Effects effects={diff.effects_removed} label={texts.noLonger} />
        </>
      )}
      <h3 className="text-label font-semibold">{texts.nodesChanged}</h3>
      {parts.length === 0 && <p className="text-label text-ink-3">{texts.same}</p>}
      <ul className="flex flex-col gap-1 text-label">
        {parts.map(({ key, change, words }) => (
          <li key={key} className="flex gap-3">
            <span
              className={
                change === 'added'
                  ? 'w-20 text-clear'
                  : change === 'removed'
                    ? 'w-20 text-stop'
                    : 'w-20 text-wait'
              }
            >
              {texts[change]}
            </span>
            <code className="min-w-0 flex-1 font-mono wrap-anywhere">
              <Visible text={words} />
            </code>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Effects({ effects, label }: { effects: readonly NodeEffect[]; label: string }) {
  if (effects.length === 0) return null
  return <EffectTable manifest={{ effects, missing_secrets: [] }} label={label} isPart />
}
