import { changeBody, readBody, type CallBody } from '@countersign/protocol'
import { applyOps, readGraph, type Graph, type Op } from '@countersign/workflow'
import { useMemo } from 'react'
import type { AnyBody, BodyProps } from '../../../platform/body.ts'
import { LazyArgumentsBody } from '../../../platform/cards/LazyBodies.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { useNodeTypes } from '../api.ts'
import { EffectDiff } from '../effects/EffectDiff.tsx'
import { cardTexts as texts } from '../manage-texts.ts'
import { GraphSketch } from './GraphSketch.tsx'

function dataOf(body: AnyBody) {
  return readBody(changeBody, body as CallBody) // the card passes bodies as received
}

type Change = NonNullable<ReturnType<typeof dataOf>>

/** Proposals to apply to a draft, or a draft to save as a version: shows the resulting graph, then the changes, new effects first. */
export function ChangeBody(props: BodyProps) {
  const data = dataOf(props.body)
  if (data === undefined) return <LazyArgumentsBody {...props} />
  return <Shown data={data} />
}

function Shown({ data }: { data: Change }) {
  const types = useNodeTypes()
  const after = useMemo(() => graphAfter(data), [data])
  const fresh = new Set(data.diff.nodes.filter(({ change }) => change !== 'removed').map(({ node }) => node))
  return (
    <div className="flex flex-col gap-2 text-label" data-change-card={data.into}>
      <div className="overflow-hidden rounded-control border border-line">
        <p className="flex flex-wrap items-baseline gap-x-3 bg-ground px-3 py-1.5">
          <span className="font-semibold">
            <Visible text={data.name} />
          </span>
          <span className="text-hint text-ink-2">
            {data.into === 'draft' ? texts.intoDraft(data.parts.length) : texts.intoVersion}
          </span>
          {data.message !== null && data.message !== '' && (
            <span className="text-hint text-ink-2">
              “<Visible text={data.message} />”
            </span>
          )}
        </p>
        {after !== null && types.size > 0 && (
          <GraphSketch graph={after} types={types} effects={data.diff.effects_added} fresh={fresh} />
        )}
      </div>
      {data.problems.length > 0 && (
        <ul className="text-stop">
          {data.problems.map(({ node, message }) => (
            <li key={`${node ?? ''} ${message}`} className="wrap-anywhere">
              <Visible text={node === undefined ? message : `${node}: ${message}`} />
            </li>
          ))}
        </ul>
      )}
      {!data.effects_known && <p className="text-wait">{texts.effectsUnknown}</p>}
      <EffectDiff diff={data.diff} title={texts.changes} />
    </div>
  )
}

/** Null if the graph cannot be parsed here. */
function graphAfter({ before, after, parts }: Change): Graph | null {
  const read = readGraph(after ?? before)
  if (!read.ok) return null
  const ops = parts.flatMap((part) => part.ops) as unknown as readonly Op[] // the server parsed them as operations
  return applyOps(read.value, ops).graph
}
