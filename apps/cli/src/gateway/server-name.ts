import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'

/** Maximum length of a name, and of one part of it. */
const LIMIT = 60
const READABLE = 40
/** Length of the hash that keeps names distinct. */
const MARK = 10

/**
 * The name of an HTTP server in rules: `host_port_path`. An address with anything that a name cannot contain (a query, other characters)
 * gets a hash after its host, so that no two addresses have the same name.
 */
export function nameOfAddress({ hostname, port, protocol, pathname, search }: URL): string {
  const usedPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  const segments = pathname.split('/').slice(1)
  const rest = [usedPort, ...(pathname === '/' ? [] : segments)]
  const isPlain = search === '' && [hostname, ...rest].every((part) => PLAIN.test(part))
  const whole = [hostname, ...rest].join('_')
  if (isPlain && whole.length <= LIMIT) return whole
  const mark = `x${markOf([protocol, hostname, usedPort, pathname, search])}`
  return [hostname, mark, ...rest]
    .map(readable)
    .filter((part) => part !== '')
    .join('_')
    .slice(0, LIMIT)
    .replace(/[_.-]+$/, '')
}

/** A part that can be used unchanged. A `_` separates the parts. */
const PLAIN = /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/

/** The name of a command in rules: its program or package, with a hash of the whole command. */
export function nameOfCommand(command: readonly string[], cwd: string): string {
  const told = command.find((word, index) => index > 0 && !word.startsWith('-')) ?? command[0] ?? ''
  const words = readable(basename(told).replace(/\.[a-z]+$/, '')) || 'server'
  // A relative file name means another file elsewhere.
  const files = command.map((word) => (existsSync(resolve(cwd, word)) ? resolve(cwd, word) : word))
  return `${words}-${markOf(files)}`
}

/** A name that a person gave, in the form that rules accept. */
export function givenName(name: string): string {
  return readable(name) || 'server'
}

function readable(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9.-]+/g, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .slice(0, READABLE)
}

function markOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, MARK)
}
