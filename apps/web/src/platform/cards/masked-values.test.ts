import type { CallBody } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { maskedValues } from './masked-values.ts'

const shell = (command: string): CallBody => ({ kind: 'shell', command, cwd: '/' })

test.each<[string, CallBody, readonly string[]]>([
  ['nothing', shell('npm test'), []],
  ['an option', shell('deploy --token ••••'), ['--token']],
  ['a variable, in place', shell('PGPASSWORD=•••••••••• psql'), ['PGPASSWORD']],
  ['two', shell('a --key=•••• --token "••••"'), ['--key', '--token']],
  ['a value without a name', shell('••••'), ['']],
  ['a query', { kind: 'url', method: 'GET', url: 'https://x.example/?key=••••' }, ['key']],
  [
    'a header and what is sent',
    {
      kind: 'url',
      method: 'POST',
      url: 'https://x.example/',
      headers: [{ name: 'authorization', value: '••••' }],
      body: '{"token":"••••"}',
    },
    ['authorization', 'token'],
  ],
  [
    'instructions',
    { kind: 'subtask', title: 't', instructions: 'use password=••••', tools: [], limits: [] },
    ['password'],
  ],
  ['an argument', { kind: 'arguments', entries: [{ name: 'password', value: '••••' }] }, ['password']],
])('%s', (_name, body, names) => {
  expect(maskedValues(body)).toEqual(names)
})
