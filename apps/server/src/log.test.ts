import { expect, test } from 'vitest'
import { openLog } from './log.ts'

function logged(write: (log: ReturnType<typeof openLog>) => void): string {
  const lines: string[] = []
  write(openLog('warn', { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

test('errors are written without their secrets and without the rows they quote', () => {
  const cause = Object.assign(new Error('connect failed: postgres://me:hunter2@db/x'), {
    code: '23514',
    detail: 'Failing row contains (call_1, {"command":"deploy hunter2"}).',
    where: 'hunter2',
  })
  const text = logged((log) =>
    log.error({ err: new Error('deploy --token hunter2', { cause }) }, 'a command'),
  )
  expect(text).not.toContain('hunter2')
  expect(text).toContain('23514')
  expect(text).toContain('a command')
})

test('what is thrown and is no error is written too, and a chain of causes ends', () => {
  expect(logged((log) => log.error({ err: 'PASSWORD=hunter2' }, 'odd'))).not.toContain('hunter2')
  const loop = new Error('round')
  loop.cause = loop
  expect(logged((log) => log.error({ err: loop }, 'loop')).length).toBeLessThan(20_000)
})
