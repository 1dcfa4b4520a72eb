import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'

/** Most characters of a name, and of one part of it. */
const LIMIT = 60
const READABLE = 40
/** Characters of the mark that keeps names apart. */
const MARK = 10

/**
 * How a server over HTTP is called in rules: `host_port_path`. An address with anything that a name cannot hold (a query, other
 * characters) gets a mark behind its host, so that no two addresses have one name.
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

/** A part that stands in a name as it is. A `_` parts the parts. */
const PLAIN = /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/

/** How a command is called in rules: after its program or package, with a mark of the whole command. */
export function nameOfCommand(command: readonly string[], cwd: string): string {
  const told = command.find((word, index) => index > 0 && !word.startsWith('-')) ?? command[0] ?? ''
  const words = readable(basename(told).replace(/\.[a-z]+$/, '')) || 'server'
  // A file that is named from here is another one elsewhere.
  const files = command.map((word) => (existsSync(resolve(cwd, word)) ? resolve(cwd, word) : word))
  return `${words}-${markOf(files)}`
}

/** A name that a person gave, as rules can have it. */
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
