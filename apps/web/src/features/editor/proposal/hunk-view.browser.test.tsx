import { changePart, hunksOf } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { combinedText } from './combined-text.ts'
import { hunkView } from './hunk-view.ts'

/** Far above what it takes, so that a busy machine passes; the real figures are in `docs/figures.md`. */
const OPEN_MS = 3000
const ACCEPT_MS = 1000

test('200 parts of 100,000 lines open, and one is accepted, within bounds', async () => {
  const before = Array.from({ length: 100_000 }, (_, index) => `const value${index} = ${index}\n`).join('')
  const after = before.replaceAll(/(\d*[05]00) = \d+\n/g, '$1 = 0\n')
  const parts = hunksOf(before, after).slice(0, 200).map(changePart)
  expect(parts.length).toBeGreaterThan(190)
  const parent = document.createElement('div')
  parent.setAttribute('style', 'height: 600px')
  document.body.append(parent)
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const begun = performance.now()
  const combined = combinedText(before, after, parts)
  const shown = hunkView({
    parent,
    path: 'values.ts',
    label: 'Proposed change to values.ts',
    combined,
    onChoose: () => {},
    onPointerDown: () => {},
    onMoved: () => {},
  })
  shown.reveal(0)
  await painted()
  const opened = performance.now() - begun
  const pressed = performance.now()
  shown.show(new Map([[parts[0]?.id ?? '', 'accept']]), 1)
  shown.reveal(1)
  await painted()
  const accepted = performance.now() - pressed
  expect(parent.shadowRoot?.querySelectorAll('[data-part]').length).toBeGreaterThan(0)
  expect(parent.shadowRoot?.querySelectorAll('.cm-line').length).toBeLessThan(400)
  // oxlint-disable-next-line no-console -- the figures that the document names
  console.log(`hunks: ${parts.length} open ${Math.round(opened)} ms, accept ${Math.round(accepted)} ms`)
  expect(opened).toBeLessThan(OPEN_MS)
  expect(accepted).toBeLessThan(ACCEPT_MS)
  shown.destroy()
  parent.remove()
})
