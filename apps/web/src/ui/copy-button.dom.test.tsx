import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CodeBlock } from '../platform/markdown/CodeBlock.tsx'
import { CopyButton } from './CopyButton.tsx'

function clipboard(): string[] {
  const copied: string[] = []
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: {
      writeText: (text: string) => {
        copied.push(text)
        return Promise.resolve()
      },
    },
  })
  return copied
}

test('it copies the exact text, and says so', async () => {
  const copied = clipboard()
  render(<CopyButton text={'npm run build\n'} label="Copy command" />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy command' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(copied).toEqual(['npm run build\n'])
})

test('a text that is fetched first is copied whole', async () => {
  const copied = clipboard()
  render(<CopyButton text={() => Promise.resolve('a long result')} />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(copied).toEqual(['a long result'])
})

test('a finished code block copies its code alone', async () => {
  const copied = clipboard()
  render(<CodeBlock text="const a = 1" language="ts" done />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(copied).toEqual(['const a = 1'])
})
