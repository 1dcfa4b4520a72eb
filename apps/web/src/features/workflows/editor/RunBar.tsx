import { workflowRoutes } from '@countersign/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CircleDashed, Play } from 'lucide-react'
import { Link } from 'wouter'
import { useClock } from '../../../data/context.ts'
import { ago } from '../../../ui/times.ts'
import { call } from '../../../data/http.ts'
import { Button } from '../../../ui/Button.tsx'
import { fieldClass } from '../../../ui/Section.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { keys } from '../api.ts'
import { EffectTable } from '../effects/EffectTable.tsx'
import { isRunState } from '../marks/RunStateMark.tsx'
import { standardInputs, usePlan } from '../plan.ts'
import { RunSheet } from '../runs/RunSheet.tsx'
import { runTexts as texts } from '../run-texts.ts'
import { editorTexts } from '../texts.ts'
import { useEditor } from './editor-context.ts'
import { focusFirst } from '../fields/focus-first.ts'

/** The bar below the editor: runs the draft, saves it as a version, and lists its problems. */
export function RunBar() {
  const { session, state, problems } = useEditor()
  const [open, setOpen] = useState<'run' | 'plan' | 'save' | null>(null)
  const broken = problems.length > 0
  const show = async (what: 'run' | 'plan' | 'save'): Promise<void> => {
    // The server runs and saves its own copy of the draft, so that copy must be current.
    if (await session.flush()) setOpen(what)
  }
  return (
    <footer className="flex flex-wrap items-center gap-3 border-t border-line bg-panel px-3 py-2">
      <Button kind="primary" disabled={broken} onClick={() => void show('run')}>
        <Play size={14} aria-hidden="true" />
        {texts.runDraft}
      </Button>
      <Button disabled={broken} onClick={() => void show('plan')}>
        <CircleDashed size={14} aria-hidden="true" />
        {texts.plan}
      </Button>
      {broken ? (
        <details className="min-w-0 flex-1 text-label">
          <summary className="text-stop">{editorTexts.problems(problems.length)}</summary>
          <ul className="max-h-40 overflow-y-auto py-1">
            {problems.map(({ node, port, message }) => (
              <li key={`${node ?? ''} ${port ?? ''} ${message}`}>
                {node !== undefined && (
                  <code className="font-mono">{port === undefined ? node : `${node}.${port}`}</code>
                )}{' '}
                <Visible text={message} />
              </li>
            ))}
          </ul>
        </details>
      ) : (
        <span className="min-w-0 flex-1" />
      )}
      <LastRun />
      <Button disabled={broken} onClick={() => void show('save')}>
        {texts.saveVersion}
      </Button>
      {open === 'run' && <RunSheet workflow={state.workflow} version="draft" onClose={() => setOpen(null)} />}
      {open === 'plan' && <PlanSheet onClose={() => setOpen(null)} />}
      {open === 'save' && <SaveSheet onClose={() => setOpen(null)} />}
    </footer>
  )
}

/** The outcome of the last run, with a link to it. */
function LastRun() {
  const clock = useClock()
  const { last_run: last } = useEditor().state.workflow
  if (last === null) return null
  return (
    <Link href={`/runs/${last.id}`} className="text-label text-ink-2">
      {texts.lastRun(
        isRunState(last.state) ? texts.states[last.state] : last.state,
        ago(last.at, clock.now()),
      )}
    </Link>
  )
}

/** The current verdict of the policy on each effect, and why. Nothing runs. */
function PlanSheet({ onClose }: { onClose: () => void }) {
  const { id, name, inputs, manifest, hash } = useEditor().state.workflow
  const nodes = usePlan({
    workflow: id,
    hash: 'draft',
    inputs: standardInputs(inputs),
    mode: 'default',
    key: hash ?? '',
  })
  return (
    <Sheet title={texts.planTitle(name)} wide onClose={onClose}>
      <p className="text-label text-ink-2">{texts.planHint}</p>
      {manifest !== null && <EffectTable manifest={manifest} plan={{ mode: 'default', nodes }} />}
      <ul className="flex flex-col gap-1 text-label">
        {[...nodes.values()].map(({ node, verdict, why }) => (
          <li key={node} className="flex gap-3">
            <code className="w-32 shrink-0 truncate font-mono">{node}</code>
            <span className="w-28 shrink-0 font-semibold">{editorTexts.verdicts[verdict]}</span>
            <span className="min-w-0 flex-1 wrap-anywhere text-ink-2">
              <Visible text={why} />
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button kind="quiet" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </Sheet>
  )
}

function SaveSheet({ onClose }: { onClose: () => void }) {
  const { session, state } = useEditor()
  const queries = useQueryClient()
  const [message, setMessage] = useState('')
  const [said, setSaid] = useState<string | null>(null)
  const { id, draft_base: base, manifest } = state.workflow
  const save = async (): Promise<void> => {
    const result = await call(workflowRoutes.saveVersion, { params: { id }, body: { message, base } })
    if (!result.ok) return setSaid(result.message)
    session.told(result.value.workflow)
    await queries.invalidateQueries({ queryKey: keys.versions(id) })
    onClose()
  }
  return (
    <Sheet title={texts.saveTitle} onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <label className="flex flex-col gap-1 text-label font-semibold">
          {texts.message}
          <input
            className={fieldClass}
            ref={focusFirst}
            value={message}
            maxLength={1000}
            onChange={(event) => setMessage(event.target.value)}
          />
        </label>
        <h3 className="text-label font-semibold">{texts.mayDo}</h3>
        {manifest !== null && <EffectTable manifest={manifest} />}
        {said !== null && (
          <p role="alert" className="text-label text-stop">
            {said}
          </p>
        )}
        <div className="flex gap-2">
          <Button type="submit" kind="primary">
            {texts.save}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
