import type { CallBody } from '@countersign/protocol'
import { useState } from 'react'
import type { BodyProps } from '../../platform/body.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

/** Too short to be worth folding. */
const SHORT = 200

/** A task for a sub-agent: its instructions, folded, and its tools and limits. */
export function SubtaskBody({ body }: BodyProps<Extract<CallBody, { kind: 'subtask' }>>) {
  const { instructions, tools, limits } = body
  const [open, setOpen] = useState(instructions.length <= SHORT && !instructions.includes('\n'))
  return (
    <div className="flex flex-col gap-2">
      {open ? (
        <p
          className="rounded-control border border-line bg-ground px-3 py-2 text-label whitespace-pre-wrap"
          data-exact=""
        >
          <Visible text={instructions} />
        </p>
      ) : (
        <button
          type="button"
          data-unread=""
          onClick={() => setOpen(true)}
          className="min-h-6 self-start text-start text-hint font-semibold text-accent"
        >
          {texts.showInstructions(instructions.split('\n').length, instructions.length)}
        </button>
      )}
      <dl className="flex flex-col gap-1 text-hint">
        <Fact name={texts.subtaskTools}>
          {tools.length === 0 ? texts.noTools : <code className="font-mono">{tools.join(', ')}</code>}
        </Fact>
        {limits.length > 0 && <Fact name={texts.subtaskLimits}>{limits.join(' · ')}</Fact>}
      </dl>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-14 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 flex-1 text-ink-2">{children}</dd>
    </div>
  )
}
