/** @module-tag slow */
import { expect, test } from 'vitest'
import { bringChromium, type Source } from './chromium.ts'

const none: Source = { name: 'nowhere', bring: async () => undefined }
const broken: Source = { name: 'a broken one', bring: async () => '/no/such/chromium' }

test('where no source has a Chromium that starts, the message names the command to run', async () => {
  await expect(bringChromium([none, broken])).rejects.toThrow('run `sudo apt-get install chromium`')
})

test('later sources are not asked for what an earlier one could give', async () => {
  const asked: string[] = []
  const watched = (source: Source): Source => ({
    name: source.name,
    bring: async () => {
      asked.push(source.name)
      return source.bring()
    },
  })
  const works: Source = { name: 'the test run', bring: async () => bringChromium() }
  await bringChromium([none, broken, works, broken].map(watched))
  expect(asked).toEqual(['nowhere', 'a broken one', 'the test run'])
})
