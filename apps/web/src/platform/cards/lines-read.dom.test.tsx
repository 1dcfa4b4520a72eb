import { act, render } from '@testing-library/react'
import { createRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ReadToEnd } from './ReadToEnd.tsx'
import type { Reading } from './ReadToEnd.tsx'

/** Four lines of 20 pixels each, in a box whose height the test sets. */
const LINE = 20
const LINES = 4
let height = LINES * LINE
let frames: (() => void)[] = []

const rect = (top: number, bottom: number) => new DOMRect(0, top, 100, bottom - top)

beforeEach(() => {
  height = LINES * LINE
  frames = []
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
  vi.stubGlobal('IntersectionObserver', Idle)
  vi.stubGlobal('ResizeObserver', Idle)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const line = this.getAttribute('data-text-line')
    if (line !== null) return rect(Number(line) * LINE, (Number(line) + 1) * LINE)
    return this.hasAttribute('data-lines') ? rect(0, LINES * LINE) : rect(0, height)
  })
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(LINES * LINE)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => height)
  return () => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  }
})

class Idle {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

function draw(onReading: (reading: Reading) => void): void {
  render(
    <ReadToEnd id="body" label="Body" end={createRef()} onEnd={() => undefined} onReading={onReading}>
      <div data-lines={LINES}>
        {Array.from({ length: LINES }, (_, index) => (
          <p key={index} data-text-line={index} />
        ))}
      </div>
    </ReadToEnd>,
  )
}

/** The next frame, after something scrolled or changed its size. */
function frame(): void {
  window.dispatchEvent(new Event('scroll'))
  act(() => frames.splice(0).forEach((run) => run()))
}

test('lines that were laid out but cut before they were drawn do not count', () => {
  const onReading = vi.fn<(reading: Reading) => void>()
  draw(onReading)
  // The rest of the page takes its room before the first picture.
  height = 2 * LINE
  frame()
  expect(onReading).toHaveBeenLastCalledWith({ seen: 2, total: 4, cut: true })
})

test('lines that were on screen count after the box has shrunk', () => {
  const onReading = vi.fn<(reading: Reading) => void>()
  draw(onReading)
  frame()
  height = 2 * LINE
  frame()
  expect(onReading).toHaveBeenLastCalledWith({ seen: 4, total: 4, cut: true })
})
