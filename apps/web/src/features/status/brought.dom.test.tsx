import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { BroughtPart } from './BroughtPart.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const OCR = { id: 'collections:ocr', name: 'OCR for English', bytes: 8_200_000, more: false }
const CHROMIUM = { id: 'browser:chromium', name: 'Chromium', bytes: 190_000_000, more: true }

/** Stands in for the server's list; returns the ids that were removed. */
function serve(): readonly string[] {
  let brought = [OCR, CHROMIUM]
  const removed: string[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), window.location.href)
    if (pathname === '/api/state/brought') return Response.json({ brought })
    if (pathname === '/api/state/brought/remove' && typeof init?.body === 'string') {
      const { id } = JSON.parse(init.body) as { id: string } // sent by the page
      removed.push(id)
      brought = brought.filter((one) => one.id !== id)
      return Response.json({ brought })
    }
    return Response.json({ error: { message: 'not there' } }, { status: 404 })
  })
  return removed
}

test('what a person brought is listed with its size, and removed after a question', async () => {
  const removed = serve()
  const confirm = vi.fn<() => boolean>(() => false)
  vi.stubGlobal('confirm', confirm)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BroughtPart />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('OCR for English')).toBeTruthy()
  expect(screen.getByText('8.2 MB')).toBeTruthy()
  expect(screen.getByText('at least 190 MB')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove OCR for English' }))
  expect(confirm).toHaveBeenCalledOnce()
  expect(removed).toEqual([])
  confirm.mockReturnValue(true)
  fireEvent.click(screen.getByRole('button', { name: 'Remove OCR for English' }))
  await vi.waitFor(() => expect(screen.queryByText('OCR for English')).toBeNull())
  expect(removed).toEqual(['collections:ocr'])
  expect(screen.getByText('Chromium')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove Chromium' }))
  expect(await screen.findByText(/Nothing yet/)).toBeTruthy()
})
