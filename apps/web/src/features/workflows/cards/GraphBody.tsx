import { graphBody, type CallBody } from '@countersign/protocol'
import { readBody } from '@countersign/protocol'
import { useState } from 'react'
import type { AnswersProps, AnyBody, BodyProps } from '../../../platform/body.ts'
import { LazyArgumentsBody } from '../../../platform/cards/LazyBodies.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { EffectTable } from '../effects/EffectTable.tsx'
import { cardTexts as texts, runTexts } from '../texts.ts'

function dataOf(body: AnyBody) {
  return readBody(graphBody, body as CallBody) // the card hands it bodies as they came
}

/** A run that is to start: which version, with what, and all that it may do. */
export function GraphBody(props: BodyProps) {
  const data = dataOf(props.body)
  if (data === undefined) return <LazyArgumentsBody {...props} />
  const inputs = Object.entries(data.inputs)
  return (
    <div className="flex flex-col gap-2 text-label" data-graph-card={data.hash}>
      <p className="flex flex-wrap gap-x-3">
        <span className="font-semibold">
          <Visible text={data.name} />
        </span>
        <code className="font-mono text-ink-3">{data.hash.slice(0, 8)}</code>
        <span className="text-ink-2">{texts.effects(data.manifest.effects.length)}</span>
        {data.from_node !== null && <span className="text-wait">{texts.from(data.from_node)}</span>}
      </p>
      {inputs.length > 0 && (
        <dl className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-1">
          {inputs.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="font-mono text-hint text-ink-3">{name}</dt>
              <dd className="max-h-40 overflow-y-auto font-mono text-hint whitespace-pre-wrap wrap-anywhere">
                <Visible text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <EffectTable manifest={data.manifest} />
      <p className="text-hint text-ink-3">{runTexts.decided}</p>
    </div>
  )
}

/** Start; start and allow what is shown; allow this version. */
export function GraphAnswers({ body, mayAllow, allow, named }: AnswersProps) {
  const grants = dataOf(body)?.grants ?? []
  const [sure, setSure] = useState(false)
  return (
    <>
      <Button kind="primary" disabled={!mayAllow} aria-label={named(texts.start)} {...allow({})}>
        {texts.start}
      </Button>
      {grants.includes('run') && (
        <Button disabled={!mayAllow} aria-label={named(texts.startAllow)} {...allow({ grant: 'run' })}>
          {texts.startAllow}
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
