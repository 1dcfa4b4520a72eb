import { expect, test } from 'vitest'
import { isHarmlessName } from './variables.ts'

test.each(['LANG', 'LC_ALL', 'LC_TIME', 'TZ', 'NO_COLOR', 'CI', 'NODE_ENV', 'TERM', 'RUST_BACKTRACE'])(
  '%s',
  (name) => {
    expect([isHarmlessName(name, 'environment'), isHarmlessName(name, 'shell')]).toEqual([true, true])
  },
)

test.each(['n', 'files', 'FOO', 'result', 'LANGX', 'i'])('%s stays in the shell', (name) => {
  expect([isHarmlessName(name, 'environment'), isHarmlessName(name, 'shell')]).toEqual([false, true])
})

const MATTERS =
  'PATH IFS HOME LD_PRELOAD DYLD_INSERT_LIBRARIES GIT_SSH_COMMAND NODE_OPTIONS PAGER PROMPT_COMMAND BASH_ENV ENV PS4 PYTHONPATH'

test.each(MATTERS.split(' '))('%s matters even there', (name) => {
  expect(isHarmlessName(name, 'shell')).toBe(false)
})
