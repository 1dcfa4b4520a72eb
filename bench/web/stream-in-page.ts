import type { ThreadView, TurnId } from '@countersign/protocol'
import type { Page } from 'playwright-core'

export interface StreamPlan {
  readonly thread: ThreadView
  readonly turn: TurnId
  readonly chunks: number
  readonly perSecond: number
}

/**
 * Replaces the connection inside the page, so that no other process is involved. Chunks arrive at their due time, every 500th carries a
 * mark, and the delay until each mark is on the page is stored in `window.streamFigures`.
 */
export async function streamInPage(page: Page, plan: StreamPlan): Promise<void> {
  await page.addInitScript((given) => {
    const { thread, turn, chunks, perSecond } = given
    const due = new Map<number, number>()
    const lags: number[] = []
    let longestFrame = 0

    class Line extends EventTarget {
      static readonly OPEN = 1
      readonly readyState = 1
      constructor() {
        super()
        setTimeout(() => {
          this.dispatchEvent(new Event('open'))
          this.say({ type: 'welcome', server_time: Date.now(), version: '0.1.0', boot: 'bench' })
          this.say({ type: 'threads', threads: [thread] })
          this.say({ type: 'waiting', approvals: [], calls: [] })
        })
      }
      say(message: unknown): void {
        this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
      }
      send(text: string): void {
        const command = JSON.parse(text) as { type: string; request_id: string } // sent by the page itself
        this.say({ type: 'ok', request_id: command.request_id })
        if (command.type !== 'subscribe') return
        this.say({ type: 'caught_up', thread_id: thread.id, seq: 1 })
        setTimeout(() => this.stream(), 1000)
      }
      close(): void {}
      stream(): void {
        const began = performance.now()
        let sent = 0
        const timer = setInterval(() => {
          const wanted = Math.min(chunks, Math.floor(((performance.now() - began) / 1000) * perSecond))
          for (; sent < wanted; sent += 1) {
            const mark = sent % 500 === 0 ? `mark${sent} ` : ''
            if (mark !== '') due.set(sent, began + (sent / perSecond) * 1000)
            const text = `${mark}word${sent % 12 === 11 ? '.\n\n' : ' '}`
            this.say({
              type: 'event',
              thread_id: thread.id,
              seq: sent + 2,
              event: { type: 'chunk', turn_id: turn, kind: 'text', text, parent_id: null, depth: 0 },
            })
          }
          if (sent >= chunks) clearInterval(timer)
        }, 4)
        watch(performance.now())
      }
    }

    function watch(before: number): void {
      requestAnimationFrame((now) => {
        longestFrame = Math.max(longestFrame, now - before)
        const shown =
          due.size === 0 ? '' : (document.querySelector('[data-role=streaming]')?.textContent ?? '')
        for (const [mark, at] of due) {
          if (!shown.includes(`mark${mark} `)) continue
          lags.push(performance.now() - at)
          due.delete(mark)
        }
        if (lags.length === Math.ceil(chunks / 500))
          Reflect.set(window, 'streamFigures', { lags, longestFrame })
        else watch(now)
      })
    }

    Reflect.set(window, 'WebSocket', Line)
  }, plan)
}
