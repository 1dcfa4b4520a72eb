import type { GraphBody, GraphNode } from '@countersign/workflow'
import { ERROR } from '@countersign/workflow'
import { useState } from 'react'
import { fieldClass } from '../../../ui/Section.tsx'
import { modeLook } from '../../../platform/modes/modes.ts'
import { Visible } from '../../../ui/Visible.tsx'
import { EffectWords } from '../effects/EffectTable.tsx'
import { changeNode } from '../model/changes.ts'
import { standardInputs, usePlan } from '../plan.ts'
import { editorTexts as texts } from '../texts.ts'
import { DeclaredPorts } from './DeclaredPorts.tsx'
import { useEditor } from './editor-context.ts'

interface SettingsProps {
  readonly address: string
  readonly node: GraphNode
  readonly holder: GraphBody
  /** Collapses the settings into one line that summarises the effect, for a long list. */
  readonly folded?: boolean
}

type Change = (part: Partial<GraphNode>, field: string) => void

/** The effects of a node, the current verdict of the policy, and the node's behaviour on failure. */
export function NodeSettings({ address, node, holder, folded = false }: SettingsProps) {
  const { session, types } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const type = types.get(node.type)
  const change: Change = (part, field) =>
    session.act(`${address} ${field}`, changeNode(session.graph, address, part), `${address} ${field}`)
  const parts = () => (
    <>
      {(node.type === 'code.javascript' || node.type === 'human.ask') && (
        <DeclaredPorts address={address} node={node} />
      )}
      <EffectPart address={address} node={node} change={change} />
      {type !== undefined && type.kind !== 'pure' && (
        <WhenWrong node={node} holder={holder} change={change} tool={type.kind === 'tool'} />
      )}
    </>
  )
  if (!folded) return parts()
  return (
    <details className="text-label" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-6 text-hint text-ink-2">
        <InOneLine address={address} node={node} />
      </summary>
      {isOpen && <div className="flex flex-col gap-3 pt-2">{parts()}</div>}
    </details>
  )
}

function InOneLine({ address, node }: Pick<SettingsProps, 'address' | 'node'>) {
  const { state, types } = useEditor()
  const type = types.get(node.type)
  const effect = state.workflow.manifest?.effects.find((one) => one.node === address)
  if (effect !== undefined) return <EffectWords effect={effect} />
  if (type === undefined) return texts.unknownType
  return type.kind === 'tool' ? texts.effect : texts[type.kind]
}

const HEAD = 'text-label font-semibold'

/** The effect in words, its bounds, and the current verdict of the policy. */
function EffectPart({ address, node, change }: Omit<SettingsProps, 'holder'> & { change: Change }) {
  const { state, types } = useEditor()
  const type = types.get(node.type)
  const effect = state.workflow.manifest?.effects.find((one) => one.node === address)
  const words =
    type === undefined
      ? texts.unknownType
      : type.kind === 'pure'
        ? texts.pure
        : type.kind === 'structure'
          ? texts.structure
          : null
  return (
    <section aria-label={texts.effectHead} className="flex flex-col gap-1.5 border-t border-line pt-2">
      <p className={HEAD}>{texts.effectHead}</p>
      {words !== null && <p className="text-hint text-ink-2">{words}</p>}
      {words === null && effect !== undefined && (
        <p className="text-label">
          <EffectWords effect={effect} />{' '}
          <span className="text-ink-2">
            {effect.category === 'external' && texts.notUndone}
            {effect.category === 'write' && effect.tool.startsWith('files.') && texts.undoable}
          </span>
        </p>
      )}
      {type?.kind === 'tool' && <Bounds node={node} change={change} />}
      {effect !== undefined && <NowLine address={address} outside={effect.outside} />}
    </section>
  )
}

function Bounds({ node, change }: { node: GraphNode; change: Change }) {
  return (
    <label className="flex min-w-0 flex-col gap-0.5 text-hint text-ink-2">
      {texts.bounds}
      <textarea
        rows={1}
        className={`${fieldClass} field-sizing-content py-1 font-mono`}
        spellCheck={false}
        value={(node.bounds ?? []).join('\n')}
        onChange={({ target: { value } }) =>
          change({ bounds: value === '' ? undefined : value.split('\n') }, 'bounds')
        }
      />
      <span className="text-ink-3">{texts.boundsHint}</span>
    </label>
  )
}

/** The verdict if the node ran now, and whether text from outside reaches it. */
function NowLine({ address, outside }: { address: string; outside: readonly string[] }) {
  const { state } = useEditor()
  const { id, hash, inputs } = state.workflow
  const planned = usePlan(
    hash === null || state.saving !== 'saved'
      ? null
      : { workflow: id, hash: 'draft', inputs: standardInputs(inputs), mode: 'default', key: hash },
  ).get(address)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-label">
      <dt className="col-span-2 text-hint text-ink-2">{texts.ifNow(modeLook('default').label)}</dt>
      {planned !== undefined && (
        <>
          <dt className={planned.verdict === 'run' ? 'font-semibold text-clear' : 'font-semibold text-wait'}>
            {texts.verdicts[planned.verdict]}
          </dt>
          <dd className="wrap-anywhere">
            <Visible text={planned.why} />
          </dd>
        </>
      )}
      <dt className="font-semibold">{texts.fromWord}</dt>
      <dd>{outside.length === 0 ? texts.fromInside : texts.fromOutside(outside.join(', '))}</dd>
    </dl>
  )
}

interface WrongProps {
  readonly node: GraphNode
  readonly holder: GraphBody
  readonly change: Change
  readonly tool: boolean
}

/** Time limit, retries, and the target of a failure. */
function WhenWrong({ node, holder, change, tool }: WrongProps) {
  const wired = holder.edges.filter(({ from }) => from[0] === node.id && from[1] === ERROR)
  return (
    <section aria-label={texts.settings} className="flex flex-col gap-1.5 border-t border-line pt-2">
      <p className={HEAD}>{texts.settings}</p>
      <div className="flex flex-wrap items-start gap-3">
        <label className="flex flex-col gap-0.5 text-hint text-ink-2">
          {texts.timeout}
          <input
            className={`${fieldClass} w-24`}
            placeholder="60s"
            title={texts.timeoutHint}
            value={node.timeout ?? ''}
            onChange={({ target: { value } }) =>
              change({ timeout: value === '' ? undefined : value }, 'timeout')
            }
          />
        </label>
        {tool && <Tries node={node} change={change} />}
      </div>
      <p className="text-hint text-ink-2">
        {texts.errorPort}:{' '}
        {wired.length === 0 ? texts.errorUnwired : texts.errorWired(wired.map(({ to }) => to[0]).join(', '))}
      </p>
    </section>
  )
}

function Tries({ node, change }: { node: GraphNode; change: Change }) {
  const { types } = useEditor()
  const { retry } = node
  return (
    <>
      <label className="flex flex-col gap-0.5 text-hint text-ink-2">
        {texts.tries}
        <input
          type="number"
          min={0}
          max={20}
          className={`${fieldClass} w-24`}
          title={texts.triesHint}
          value={retry?.times ?? 0}
          onChange={(event) => {
            const times = Number(event.target.value)
            change({ retry: times > 0 ? { ...retry, times } : undefined }, 'retry')
          }}
        />
      </label>
      {types.get(node.type)?.repeat === 'never' && retry !== undefined && (
        <label className="flex items-center gap-2 text-hint text-ink-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={retry.again === true}
            onChange={(event) =>
              change({ retry: { ...retry, again: event.target.checked ? true : undefined } }, 'again')
            }
          />
          {texts.again}
        </label>
      )}
    </>
  )
}
