import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FeaturesContext } from '../../platform/features-context.ts'
import { AgentMessage, PersonMessage } from './Message.tsx'
import { withAttachments } from './composer/attachments.ts'
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

test('a file that was sent can still be used, with its name and its whole text', async () => {
  const used: string[] = []
  const attached = ({ name, read }: { name: string; read: () => Promise<Blob> }) => (
    <button
      type="button"
      onClick={() => void read().then(async (blob) => used.push(name, await blob.text()))}
    >
      Use {name}
    </button>
  )
  const text = withAttachments('Read this.', [{ kind: 'text', name: 'notes.md', text: 'one\n```\ntwo' }])
  render(
    <FeaturesContext value={[{ name: 'sample', attached }]}>
      <PersonMessage text={text} images={undefined} />
    </FeaturesContext>,
  )
  const button = await screen.findByRole('button', { name: 'Use notes.md' })
  button.click()
  await expect.poll(() => used).toEqual(['notes.md', 'one\n```\ntwo'])
})
