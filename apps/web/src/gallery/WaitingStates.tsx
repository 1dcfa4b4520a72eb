import { useState } from 'react'
import type { OpenQuestion } from '../data/selectors.ts'
import { PhoneGroup } from '../features/approvals/phone/PhoneGroup.tsx'
import { GroupRow, PhoneRow } from '../features/approvals/phone/PhoneRow.tsx'
import { KindGroup } from '../platform/batches/KindGroup.tsx'
import { ReadingView } from '../platform/batches/ReadingView.tsx'
import { WaitingRow } from '../features/approvals/WaitingRow.tsx'
import { publish } from './card-fixtures.ts'
import { aCall, anApproval, decided } from './fixtures.ts'

function asked(call: OpenQuestion['call'], parents: readonly string[] = []): OpenQuestion {
  return { call, approval: anApproval(call, { parents: [...parents] }) }
}

const NAMES = ['store/chat', 'store/thread', 'gate/queue', 'gate/gate', 'ui/Mark', 'ui/Kbd', 'a', 'b', 'c']
const EDITS = NAMES.map((name, index) => {
  const path = `src/${name}.ts`
  const before = 'import { store } from "./store"\n\nexport const name = store.name\n'
  const after = before.replaceAll('store', 'threads') + 'export {}\n'.repeat(index)
  return asked(
    aCall(
      `edit${index}`,
      { kind: 'write', path, before, after, outside_workspace: false },
      {
        tool: 'files.edit',
        title: `Edit ${path}`,
        specifier: path,
        decision: decided('Mode Ask: writing asks.'),
      },
    ),
    ['Rename the store'],
  )
})
const [first = asked(publish)] = EDITS

/** The waiting list in its states. */
export function WaitingStates() {
  const [at, setAt] = useState(0)
  return (
    <div className="grid items-start gap-8 wide:grid-cols-2">
      <Shown name="nine of a kind">
        <KindGroup title="files.edit" questions={EDITS} onAnswer={() => {}} />
      </Shown>
      <Shown name="read one after another">
        <div className="rounded-card border border-wait/60 bg-raised">
          <ReadingView
            question={EDITS[at] ?? first}
            at={at}
            of={EDITS.length}
            seen={at > 0}
            onSeen={() => {}}
            onStep={(step) => setAt(at + step)}
            onClose={() => {}}
          />
        </div>
      </Shown>
      <Shown name="rows">
        <ul className="flex flex-col gap-2">
          <WaitingRow question={asked(publish)} open={false} onToggle={() => {}} />
          <WaitingRow question={first} open={false} onToggle={() => {}} />
        </ul>
      </Shown>
      <Shown name="rows on a phone">
        <div className="flex flex-col gap-2">
          <GroupRow questions={EDITS} onOpen={() => {}} />
          <PhoneRow question={asked(publish)} onOpen={() => {}} />
          <PhoneRow question={first} onOpen={() => {}} />
        </div>
      </Shown>
      <Shown name="several together on a phone">
        <div className="h-120 max-w-100 border border-line">
          <PhoneGroup questions={EDITS.slice(0, 4)} onAnswer={() => {}} onLeave={() => {}}>
            <PhoneRow question={asked(publish)} onOpen={() => {}} />
          </PhoneGroup>
        </div>
      </Shown>
    </div>
  )
}

function Shown({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <section aria-label={name} className="min-w-0">
      <h2 className="pb-2 text-label text-ink-3">{name}</h2>
      {children}
    </section>
  )
}
