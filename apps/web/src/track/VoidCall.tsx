import type { CallView } from '@countersign/protocol'
import { useState } from 'react'
import { CallBodyView } from '../approvals/CallBodyView.tsx'
import { DiffBody } from '../approvals/DiffBody.tsx'
import { Button } from '../ui/Button.tsx'
import { Visible } from '../ui/Visible.tsx'
import { texts } from './texts.ts'
import { whatChanged } from './what-changed.ts'
import type { WhatChanged } from './what-changed.ts'

/** A call that is void because something changed after it was proposed: what that was, on a press. */
export function VoidCall({ call }: { call: CallView }) {
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
          <Change changed={changed} />
        </div>
      )}
    </div>
  )
}

function Change({ changed }: { changed: WhatChanged }) {
  switch (changed.kind) {
    case 'gone':
      return (
        <p className="text-label text-ink-2">
          <Visible text={texts.gone(changed.path)} />
        </p>
      )
    case 'text': {
      const { path, before, after } = changed
      return <DiffBody body={{ kind: 'write', path, before, after, outside_workspace: false }} />
    }
    case 'other':
      return (
        <>
          <p className="text-hint text-ink-3">{texts.nowItIs}</p>
          <CallBodyView body={changed.body} decision={null} />
        </>
      )
  }
}
