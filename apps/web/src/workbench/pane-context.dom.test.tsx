import { render } from '@testing-library/react'
import { useMemo } from 'react'
import { expect, test } from 'vitest'
import { PaneContext, paneSnapshots, usePaneContext } from './pane-context.ts'

function Shown({ text }: { text: string }) {
  usePaneContext(() => ({ summary: text, sources: [] }))
  return null
}

test('a pane tells what it shows now, and nothing once it is closed', () => {
  const snapshots = paneSnapshots()
  function Pane({ text }: { text: string }) {
    const around = useMemo(() => ({ pane: 'notes', snapshots }), [])
    return (
      <PaneContext value={around}>
        <Shown text={text} />
      </PaneContext>
    )
  }
  const { rerender, unmount } = render(<Pane text="one" />)
  expect(snapshots.read('notes')).toEqual({ summary: 'one', sources: [] })
  rerender(<Pane text="two" />)
  expect(snapshots.read('notes')?.summary).toBe('two')
  unmount()
  expect(snapshots.has('notes')).toBe(false)
  expect(snapshots.read('notes')).toBeUndefined()
})
