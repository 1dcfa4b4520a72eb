import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AgentMessage } from './Message.tsx'
import { texts } from './texts.ts'

test.each([
  ['stopped', true],
  ['failed', true],
  [undefined, false],
] as const)('an answer that was cut off (%s) says so: %s', (cut, marked) => {
  render(<AgentMessage text="The first half" thought={undefined} cut={cut} />)
  expect(screen.getByText('The first half')).toBeTruthy()
  expect(screen.queryByText(texts.cutOff) !== null).toBe(marked)
})
