import { graphBody, readBody, type CallBody, type GraphDiff } from '@countersign/protocol'
import type { GraphBody as GraphContents } from '@countersign/workflow'
import { useState } from 'react'
import type { AnswersProps, AnyBody, BodyProps } from '../../../platform/body.ts'
import { LazyArgumentsBody } from '../../../platform/cards/LazyBodies.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { dateAndTime } from '../../../ui/times.ts'
import { useNodeTypes } from '../api.ts'
import { EffectTable, EffectWords } from '../effects/EffectTable.tsx'
import { usePlan } from '../plan.ts'
import { GraphSketch } from './GraphSketch.tsx'
import { useRunCard, type RunCard } from './use-run-card.ts'
import { cardTexts as texts } from '../manage-texts.ts'
import { runTexts } from '../run-texts.ts'

function dataOf(body: AnyBody) {
  return readBody(graphBody, body as CallBody) // the card passes bodies as received
}

/** The card of a run: its version, its inputs, and everything it may do. */
export function GraphBody(props: BodyProps) {
  const data = dataOf(props.body)
  if (data === undefined) return <LazyArgumentsBody {...props} />
  const mode = props.decision?.reason.data?.['mode']
  return (
    <RunBody data={data} waits={props.look === 'waits'} mode={typeof mode === 'string' ? mode : 'default'} />
  )
}

type RunData = NonNullable<ReturnType<typeof dataOf>>

function RunBody({ data, waits, mode }: { data: RunData; waits: boolean; mode: string }) {
  const types = useNodeTypes()
  const { graph, saved, since } = useRunCard(data.workflow_id, data.hash)
  const nodes = usePlan(
    data.workflow_id === null || !waits
      ? null
      : { workflow: data.workflow_id, hash: data.hash, inputs: data.inputs, mode },
  )
  const fresh = new Set(
    since?.diff.nodes.filter(({ change }) => change === 'added').map(({ node }) => node) ?? [],
  )
  return (
    <div className="flex flex-col gap-2 text-label" data-graph-card={data.hash}>
      <div className="overflow-hidden rounded-control border border-line">
        <RunHead data={data} saved={saved} />
        {graph !== null && types.size > 0 && (
          <GraphSketch graph={graph} types={types} effects={data.manifest.effects} fresh={fresh} />
        )}
        <Inputs inputs={data.inputs} />
      </div>
      <EffectTable manifest={data.manifest} {...(nodes.size === 0 ? {} : { plan: { mode, nodes } })} />
      {graph !== null && <Asks graph={graph} />}
      {since !== null && <Since hash={since.hash} diff={since.diff} />}
      <p className="text-hint text-ink-3">{runTexts.decided}</p>
    </div>
  )
}

function RunHead({ data, saved }: { data: RunData; saved: RunCard['saved'] }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 bg-ground px-3 py-1.5">
      <span className="font-semibold">
        <Visible text={data.name} />
      </span>
      <code className="font-mono text-ink-2">{data.hash.slice(0, 8)}</code>
      {saved !== null && (
        <span className="text-hint text-ink-2">{texts.savedBy(saved.by, dateAndTime(saved.at))}</span>
      )}
      <span className="text-hint text-ink-2">{texts.effects(data.manifest.effects.length)}</span>
      {data.from_node !== null && <span className="text-wait">{texts.from(data.from_node)}</span>}
    </p>
  )
}

function Inputs({ inputs }: { inputs: RunData['inputs'] }) {
  const entries = Object.entries(inputs)
  if (entries.length === 0) return null
  return (
    <dl className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-1 px-3 py-1.5">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="font-mono text-hint text-ink-3">{name}</dt>
          <dd className="max-h-40 overflow-y-auto font-mono text-hint whitespace-pre-wrap wrap-anywhere">
            <Visible text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Where a person is asked on the way: no effects, but the run waits there. */
function Asks({ graph }: { graph: GraphContents }) {
  const titles = questionsIn(graph)
  return titles.length === 0 ? null : (
    <p>
      <Visible text={texts.asksYou(titles.join(', '))} />
    </p>
  )
}

function questionsIn({ nodes }: GraphContents): readonly string[] {
  return nodes.flatMap(({ id, type, title, body }) => [
    ...(type.startsWith('human.') ? [title ?? id] : []),
    ...(body === undefined ? [] : questionsIn(body)),
  ])
}

/** Effects that are new since the version that this person last allowed. */
function Since({ hash, diff: { effects_added: added } }: { hash: string; diff: GraphDiff }) {
  return (
    <section className="border-s-2 border-clear ps-3" data-since={hash}>
      <p className="font-semibold">{texts.since(hash.slice(0, 8))}</p>
      {added.length === 0 && <p>{texts.sinceNothing}</p>}
      <ul>
        {added.map((effect) => (
          <li key={effect.node}>
            <EffectWords effect={effect} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The answers: start, start and allow the effects shown, start this version in this chat without asking, allow what this version does. */
export function GraphAnswers(props: AnswersProps) {
  const { body, mayAllow, allow, allowChat, chatRule, named, yesKey } = props
  const grants = dataOf(body)?.grants ?? []
  const [sure, setSure] = useState(false)
  return (
    <>
      <Button kind="primary" disabled={!mayAllow} aria-label={named(texts.start)} {...allow({})}>
        {texts.start}
        {yesKey}
      </Button>
      {grants.includes('run') && (
        <Button disabled={!mayAllow} aria-label={named(texts.startAllow)} {...allow({ grant: 'run' })}>
          {texts.startAllow}
        </Button>
      )}
      {chatRule !== undefined && (
        <Button
          disabled={!mayAllow}
          aria-label={named(texts.allowChat)}
          title={texts.allowChatHint(chatRule.rule)}
          {...allowChat}
        >
          {texts.allowChat}
        </Button>
      )}
      {grants.includes('version') &&
        (sure ? (
          <Button
            disabled={!mayAllow}
            aria-label={named(texts.allowVersionSure)}
            {...allow({ grant: 'version' })}
          >
            {texts.allowVersionSure}
          </Button>
        ) : (
          <Button disabled={!mayAllow} onClick={() => setSure(true)}>
            {texts.allowVersion}…
          </Button>
        ))}
    </>
  )
}
