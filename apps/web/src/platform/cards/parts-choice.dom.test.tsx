import { changePart, hunksOf, type ChangePart } from '@countersign/protocol'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PartsChoice } from './PartsChoice.tsx'
import { namedParts, usePartsChoice, wantsNothing } from './use-parts-choice.ts'

const BEFORE = 'one\ntwo\nthree\nfour\nfive\n'
const AFTER = 'ONE\ntwo\nTHREE\nfour\nfive\nsix\n'
const PARTS = hunksOf(BEFORE, AFTER).map(changePart)
const BODY = { kind: 'write', path: 'a.txt', before: BEFORE, after: AFTER, outside_workspace: false } as const
const [one, , three] = PARTS.map(({ id }) => id)

const sent: object[] = []
function Answered({ parts }: { parts?: readonly ChangePart[] }) {
  const choice = usePartsChoice({ body: BODY, parts })
  return (
    <>
      <PartsChoice choice={choice} />
      <button type="button" disabled={wantsNothing(choice)} onClick={() => sent.push(namedParts(choice))}>
        Allow once
      </button>
    </>
  )
}

test('each part has a tick with its lines in its name; what is ticked is counted, and sent only with the answer', () => {
  render(<Answered parts={PARTS} />)
  const ticks = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(screen.getByRole('group', { name: 'Parts of this change' })).toBeTruthy()
  expect(ticks.map((tick) => tick.getAttribute('aria-label'))).toEqual([
    'Part 1, l. 1, 1 line removed, 1 line added',
    'Part 2, l. 3, 1 line removed, 1 line added',
    'Part 3, after l. 5, 1 line added',
  ])
  expect(ticks.every(({ checked }) => checked)).toBe(true)
  expect(screen.getByRole('status').textContent).toBe('3 of 3 parts')
  const allow = screen.getByRole<HTMLButtonElement>('button', { name: 'Allow once' })
  fireEvent.click(allow)
  expect(sent.splice(0)).toEqual([{}])

  fireEvent.click(screen.getByRole('checkbox', { name: /^Part 2, l\. 3/ }))
  expect(screen.getByRole('status').textContent).toBe('2 of 3 parts')
  expect(sent).toEqual([])
  fireEvent.click(allow)
  expect(sent.splice(0)).toEqual([{ parts: [one, three] }])

  for (const tick of ticks.filter(({ checked }) => checked)) fireEvent.click(tick)
  expect(screen.getByRole('status').textContent).toBe('0 of 3 parts')
  expect(screen.getByText('No part is ticked: deny it instead.')).toBeTruthy()
  expect(allow.disabled).toBe(true)
})

test('a call without parts shows nothing and names none', () => {
  render(<Answered />)
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Allow once' }))
  expect(sent.splice(0)).toEqual([{}])
})

test('a part is named by the code around it, else by its lines; what is left out says so', () => {
  const before = 'const limit = 5\n\nexport function read() {\n  return 1\n}\n\nread()\n'
  const after = 'const limit = 5\n\n// Reads.\nexport function read() {\n  return 2\n}\n\nread(1)\n'
  const parts = hunksOf(before, after).map(changePart)
  function Named() {
    const body = { ...BODY, path: 'a.ts', before, after }
    return (
      <PartsChoice
        choice={usePartsChoice(
          { body, parts },
          parts.slice(0, 2).map(({ id }) => id),
        )}
      />
    )
  }
  render(<Named />)
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '1before read · after l. 2+1 −0',
    '2in read · l. 4+1 −1',
    '3line 7left out+1 −1',
  ])
  expect(
    screen.getByRole('checkbox', { name: 'Part 2, in read, l. 4, 1 line removed, 1 line added' }),
  ).toBeTruthy()
})
