// A second process: records when it learns that a call was answered elsewhere.
import { CallId } from '@countersign/protocol'
import { openStore } from '../../store/open-store.ts'

const [home = '', databaseUrl = '', processId = ''] = process.argv.slice(2)
const opened = await openStore({
  home,
  ...(databaseUrl === '' ? {} : { databaseUrl }),
  processId,
  approvalTimeout: null,
  failed: () => undefined,
})
if (!opened.ok) throw new Error(opened.error.message)
const store = opened.value
const waiting = new Set<string>()

// Like the gate: a hint, then a read of the row, which is the only truth.
store.outbox.listen((hint) => {
  if (hint.kind === 'wake') for (const id of hint.calls === 'any' ? waiting : hint.calls) void look(id)
})

async function look(id: string): Promise<void> {
  const stored = await store.calls.find(CallId.parse(id))
  if (stored === undefined || stored.state === 'waiting' || !waiting.delete(id)) return
  process.send?.({ id, at: performance.timeOrigin + performance.now() })
}

process.on('message', (message: { kind: string; id?: string }) => {
  if (message.kind === 'wait' && message.id !== undefined) {
    waiting.add(message.id)
    process.send?.({ id: message.id, at: 0 })
  } else void store.close().then(() => process.disconnect())
})
// The parent is gone, so nobody needs the report.
process.once('disconnect', () => process.exit())
process.send?.({ id: '', at: 0 })
