import type { CallId, FailedCall } from '@countersign/protocol'
import { useState } from 'react'
import { CallBodyView } from '../../../platform/cards/CallBodyView.tsx'
import { LazyDiffBody } from '../../../platform/cards/LazyBodies.tsx'
import { texts as cardTexts } from '../../../platform/cards/texts.ts'
import { useWholeCall } from '../../../data/whole.ts'
import { Button } from '../../../ui/Button.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { texts } from './texts.ts'
import { whatChanged } from './what-changed.ts'
import type { WhatChanged } from './what-changed.ts'

/** A call that became stale because something changed after its proposal: a press shows the change. */
export function VoidCall({ call }: { call: FailedCall }) {
  const [open, setOpen] = useState(false)
  const changed = whatChanged(call)
  if (changed === null) return null
  const object = call.specifier === '' ? call.title : call.specifier
  return (
    <div className="flex flex-col items-start gap-1">
      <span className="-ms-3">
        <Button
          kind="quiet"
          aria-expanded={open}
          aria-label={`${open ? texts.hideChange : texts.showChange}: ${object}`}
          onClick={() => setOpen(!open)}
        >
          {open ? texts.hideChange : texts.showChange}
        </Button>
      </span>
      {open && (
        <div data-what-changed={changed.kind} className="w-full">
          {call.shortened === undefined ? (
            <Change id={call.id} changed={changed} />
          ) : (
            <WholeChange id={call.id} />
          )}
        </div>
      )}
    </div>
  )
}

/** Two parts of a long file do not show what is between them: both are loaded completely. */
function WholeChange({ id }: { id: CallId }) {
  const { value, trouble } = useWholeCall(id, true)
  const changed = value?.state === 'failed' ? whatChanged(value) : null
  if (changed !== null) return <Change id={id} changed={changed} />
  return (
    <p role="status" className="text-hint text-ink-3">
      <Visible text={trouble === null ? cardTexts.loadingAll : cardTexts.notLoaded(trouble)} />
    </p>
  )
}

function Change({ id, changed }: { id: CallId; changed: WhatChanged }) {
  switch (changed.kind) {
    case 'gone':
      return (
        <p className="text-label text-ink-2">
          <Visible text={texts.gone(changed.path)} />
        </p>
      )
    case 'text': {
      const { path, before, after } = changed
      return <LazyDiffBody body={{ kind: 'write', path, before, after, outside_workspace: false }} />
    }
    case 'other':
      return (
        <>
          <p className="text-hint text-ink-3">{texts.nowItIs}</p>
          <CallBodyView call={{ id, specifier: '', body: changed.body, decision: null }} />
        </>
      )
  }
}
