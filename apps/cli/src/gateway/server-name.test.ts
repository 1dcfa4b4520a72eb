import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nameOfAddress, nameOfCommand, givenName } from './server-name.ts'

test.each([
  ['https://mcp.example.com/mcp', 'mcp.example.com_443_mcp'],
  ['https://mcp.example.com', 'mcp.example.com_443'],
  ['http://mcp.example.com/a/b', 'mcp.example.com_80_a_b'],
  ['http://127.0.0.1:8080/mcp', '127.0.0.1_8080_mcp'],
])('%s is %s', (address, name) => expect(nameOfAddress(new URL(address))).toBe(name))

test('no two addresses have one name, and every name can stand in a rule', () => {
  const addresses = [
    'https://a.example.com/mcp',
    'http://a.example.com/mcp',
    'https://a.example.com:8443/mcp',
    'https://a.example.com/mcp/',
    'https://a.example.com/mcp2',
    'https://a.example.com/m/cp',
    'https://a.example.com/m_cp',
    'https://a.example.com/m-cp',
    'https://a.example.com/m__cp',
    'https://a.example.com/m.cp',
    'https://a.example.com/_mcp',
    'https://a.example.com//mcp',
    'https://a.example.com/mcp?team=1',
    'https://a.example.com/mcp?team=2',
    'https://a.example.com/443/mcp',
    'https://a-example.com/mcp',
    'https://[::1]:8080/mcp',
    'https://[::2]:8080/mcp',
    `https://a.example.com/${'long/'.repeat(40)}1`,
    `https://a.example.com/${'long/'.repeat(40)}2`,
    'https://a.example.com/%D0%B0',
    'https://a.example.com/%D0%B1',
  ]
  const names = addresses.map((address) => nameOfAddress(new URL(address)))
  expect(new Set(names).size).toBe(addresses.length)
  for (const name of names) {
    expect(name).toMatch(/^[A-Za-z0-9._-]{1,60}$/)
    expect(name).not.toMatch(/__|_$/)
  }
})

test('an address with a secret in its query does not show it', () => {
  expect(nameOfAddress(new URL('https://a.example.com/mcp?key=hunter2hunter2'))).not.toContain('hunter2')
})

test('two commands have two names, also those that name a file from where they are', async () => {
  const [here, there] = [await mkdtemp(join(tmpdir(), 'cs-name-')), await mkdtemp(join(tmpdir(), 'cs-name-'))]
  try {
    const name = (...command: string[]) => nameOfCommand(command, here)
    expect(name('npx', '-y', '@example/server-files', '/a')).toMatch(/^server-files-[0-9a-f]{10}$/)
    expect(name('npx', '-y', '@example/server-files', '/a')).toBe(
      nameOfCommand(['npx', '-y', '@example/server-files', '/a'], there),
    )
    expect(name('npx', '-y', '@example/server-files', '/a')).not.toBe(
      name('npx', '-y', '@example/server-files', '/b'),
    )
    expect(name('npx', 'a b')).not.toBe(name('npx', 'a', 'b'))
    await Promise.all([here, there].map((folder) => writeFile(join(folder, 'server.js'), '')))
    expect(name('node', 'server.js')).not.toBe(nameOfCommand(['node', 'server.js'], there))
  } finally {
    await Promise.all([here, there].map((folder) => rm(folder, { recursive: true, force: true })))
  }
})

test('a given name stays, as far as a rule can have it', () => {
  expect(givenName('fs')).toBe('fs')
  expect(givenName('my files!')).toBe('my-files')
  expect(givenName('__')).toBe('server')
})
