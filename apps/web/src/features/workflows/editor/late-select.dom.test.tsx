import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LateSelect } from './LateSelect.tsx'

const MANY = Array.from({ length: 20 }, (_one, at) => `n${at}`)

function Many() {
  return MANY.map((id) => (
    <option key={id} value={id}>
      {id === 'n7' ? 'node 7' : id}
    </option>
  ))
}

test('a select draws its options when someone reaches for it, and keeps what is chosen', () => {
  const chosen: string[] = []
  render(
    <LateSelect
      aria-label="Where it comes from"
      value="n7"
      onChange={(event) => chosen.push(event.target.value)}
      chosen={<option value="n7">node 7</option>}
      choices={<Many />}
    />,
  )
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Where it comes from' })
  expect([select.options.length, select.value]).toEqual([1, 'n7'])
  for (const reach of [fireEvent.focus, fireEvent.pointerDown]) {
    reach(select)
    expect([select.options.length, select.value]).toEqual([20, 'n7'])
    fireEvent.change(select, { target: { value: 'n9' } })
    fireEvent.blur(select)
    expect([select.options.length, select.value]).toEqual([1, 'n7'])
  }
  expect(chosen).toEqual(['n9', 'n9'])
})
