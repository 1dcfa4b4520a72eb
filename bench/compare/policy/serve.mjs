// Runs one contender in its own process: reports the time to its first decision, decides all cases, and reports the total time.
import { readFileSync } from 'node:fs'

/**
 * @param {(given: { command: string, rules: { allow: string[], ask: string[], deny: string[] }, mode: string }) => 'run' | 'ask' | 'block' | Promise<'run' | 'ask' | 'block'>} decide
 */
export async function serve(decide) {
  const cases = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
  await decide({
    id: 'first',
    command: 'git status',
    rules: { allow: [], ask: [], deny: [] },
    mode: 'default',
  })
  const { user, system } = process.cpuUsage()
  const start = (user + system) / 1000
  const memory = process.memoryUsage().rss
  const verdicts = []
  const times = []
  for (const given of cases) {
    const began = performance.now()
    verdicts.push(await decide(given))
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  process.stdout.write(
    JSON.stringify({
      start,
      memory,
      memoryAfter: process.memoryUsage().rss,
      medianMicros: 1000 * (times[times.length >> 1] ?? 0),
      verdicts,
    }),
  )
}

/** The pattern of a command rule: `npm run *` for `terminal.exec(npm run *)`; undefined: every command. */
export function pattern(rule) {
  const found = /^(?:terminal\.exec|bash)(?:\((.*)\))?$/s.exec(rule)
  if (found === null) return null
  return found[1] === '*' ? undefined : found[1]
}
