import process from 'node:process'
import { z } from 'zod'
import { openStore } from '../open-store.ts'

/**
 * A separate process that holds a store open. Gets its configuration as the first argument; prints `open` or the reason why not; leaves on
 * `close`.
 */
const Config = z.object({ home: z.string(), processId: z.string(), databaseUrl: z.string().optional() })

const { home, processId, databaseUrl } = Config.parse(JSON.parse(process.argv[2] ?? '{}'))
const opened = await openStore({
  home,
  processId,
  ...(databaseUrl === undefined ? {} : { databaseUrl }),
  approvalTimeout: null,
  failed: () => undefined,
})

if (opened.ok) {
  process.once('message', () => {
    void opened.value.close().then(() => process.disconnect())
  })
  process.send?.({ kind: 'open' })
} else {
  process.send?.({ kind: 'refused', message: opened.error.message })
  process.disconnect()
}
