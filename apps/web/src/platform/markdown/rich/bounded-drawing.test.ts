import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boundedDrawing, type Drawer } from './bounded-drawing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Drawers that follow the instruction in the job. */
function drawers() {
  const made: { jobs: string[]; ended: boolean }[] = []
  const hire = (): Drawer => {
    const state: (typeof made)[number] = { jobs: [], ended: false }
    made.push(state)
    return {
      draw({ source }) {
        state.jobs.push(source)
        if (source === 'hang') return new Promise(() => {})
        if (source === 'crash') return Promise.reject(new Error('broken'))
        return Promise.resolve(source === 'no' ? null : `<${source}>`)
      },
      end: () => {
        state.ended = true
      },
    }
  }
  return { made, hire }
}

const bounds = { source: 10, patience: 1000 }

test('jobs are done one after another by one drawer, and the same job once', async () => {
  const { made, hire } = drawers()
  const draw = boundedDrawing(hire, bounds)
  const results = await Promise.all(['a', 'b', 'a'].map((source) => draw({ source })))
  expect(results).toEqual(['<a>', '<b>', '<a>'])
  expect(made).toEqual([{ jobs: ['a', 'b'], ended: false }])
})

test('a job that hangs ends with its drawer, and the next one gets a new drawer', async () => {
  const { made, hire } = drawers()
  const draw = boundedDrawing(hire, bounds)
  const results = Promise.all([draw({ source: 'hang' }), draw({ source: 'a' })])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await results).toEqual([null, '<a>'])
  expect(made).toEqual([
    { jobs: ['hang'], ended: true },
    { jobs: ['a'], ended: false },
  ])
})

test('a drawer that breaks, one that cannot be made, and what cannot be drawn give nothing', async () => {
  const { made, hire } = drawers()
  const draw = boundedDrawing(hire, bounds)
  expect(await draw({ source: 'crash' })).toBeNull()
  expect(made[0]?.ended).toBe(true)
  expect(await draw({ source: 'no' })).toBeNull()
  const none = boundedDrawing(() => {
    throw new Error('no workers here')
  }, bounds)
  expect(await none({ source: 'a' })).toBeNull()
})

test('what is too long is not even tried', async () => {
  const { made, hire } = drawers()
  expect(await boundedDrawing(hire, bounds)({ source: 'x'.repeat(11) })).toBeNull()
  expect(made).toEqual([])
})
