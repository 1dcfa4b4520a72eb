import { ThreadId, TurnId, type PaneView, type ServerMessage, type WindowAnswer } from '@countersign/protocol'
import { openWindows, type Windows } from '../platform/windows/windows.ts'

/** The turn of a rig's calls. */
const RIG_TURN = TurnId.parse('trn_rig')

/** A window under the test's control: its content, and its answers. */
export interface TestWindow {
  readonly windows: Windows
  readonly heard: ServerMessage[]
  /** Its answers about panes and texts, by name. */
  readonly says: Map<string, WindowAnswer>
  /** The implementation of its handlers. */
  run: (name: string, args: Readonly<Record<string, unknown>>) => { ok: boolean; text: string }
  /** Sends its panes again. */
  tell(panes: readonly PaneView[]): void
  leave(): void
}

/** A window that began the turn of a rig. */
export function testWindow(
  offers: readonly string[],
  { begins = true, thread = ThreadId.parse('thr_rig') } = {},
): TestWindow {
  let ids = 0
  const windows = openWindows({ ids: () => `id${(ids += 1)}`, askLimit: 1000 })
  const heard: ServerMessage[] = []
  const says = new Map<string, WindowAnswer>()
  const seat = windows.join({
    session: 'ses_1',
    send(message) {
      heard.push(message)
      queueMicrotask(() => {
        if (message.type === 'window_ask') seat.answer(message.ask_id, says.get(message.of) ?? null)
        if (message.type === 'tool_run')
          seat.finish(message.tool_call_id, window.run(message.name, message.args))
      })
    },
  })
  void seat.panes('w1', thread, [])
  void seat.offer(new Set(offers))
  if (begins) void seat.began(RIG_TURN)
  const window: TestWindow = {
    windows,
    heard,
    says,
    run: (name) => ({ ok: true, text: `ran ${name}` }),
    tell(panes) {
      void seat.panes('w1', thread, panes)
    },
    leave: () => seat.leave(),
  }
  return window
}

export function paneOf(path: string, more: Partial<PaneView> = {}): PaneView {
  return {
    pane: `editor:${path}`,
    type: 'editor',
    title: path,
    path,
    dirty: false,
    has_context: true,
    shared: true,
    ...more,
  }
}
