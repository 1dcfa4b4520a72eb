/** Limits: nesting of variables, and characters that they may produce. */
const DEPTH = 8
const LONGEST = 4_000_000

/**
 * Replaces CSS variables and `color-mix` in an SVG by colours, because the renderer does not support them: Mermaid diagrams are full of
 * them. Imports of style sheets are removed.
 */
export function plainColours(svg: string): string {
  const text = svg.replaceAll(/@import[^;]*;?/gi, '')
  if (!text.includes('var(') && !text.includes('color-mix(')) return text
  const variables = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/(--[\w-]+)\s*:\s*([^;{}"<]+)/g))
    if (!variables.has(name)) variables.set(name, value.trim())
  let room = LONGEST
  const resolve = (value: string, depth: number): string => {
    if (depth > DEPTH || room <= 0) return ''
    return replaceCalls(value, (name, inside) => {
      const text = name === 'var' ? ofVariable(inside, depth) : mixed(resolve(inside, depth + 1))
      room -= text.length
      return text
    })
  }
  const ofVariable = (inside: string, depth: number): string => {
    const [name = '', ...fallback] = splitTop(inside)
    const value = variables.get(name.trim()) ?? fallback.join(',')
    return resolve(value.trim(), depth + 1)
  }
  return resolve(text, 0)
}

/** Replaces each outermost `var(…)` and `color-mix(…)`. */
function replaceCalls(text: string, by: (name: string, inside: string) => string): string {
  const parts: string[] = []
  let from = 0
  const start = /(var|color-mix)\(/g
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const open = start.lastIndex
    const end = closing(text, open)
    if (end === undefined) break
    parts.push(text.slice(from, match.index), by(match[1] ?? '', text.slice(open, end)))
    from = end + 1
    start.lastIndex = from
  }
  return [...parts, text.slice(from)].join('')
}

/** Longest call that is examined. */
const REACH = 2000

/** The position where the bracket that is open here closes. */
function closing(text: string, open: number): number | undefined {
  let depth = 1
  for (let at = open; at < Math.min(text.length, open + REACH); at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return undefined
}

/** Splits at commas outside of brackets. */
function splitTop(text: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

/** `in srgb, #1a1a1a 60%, #ffffff` as one colour; unchanged if it is not understood. */
function mixed(inside: string): string {
  const [, first = '', second = ''] = splitTop(inside)
  const match = /^\s*(#[0-9a-f]{3,8})\s*(?:([\d.]+)%)?\s*$/i.exec(first)
  const [a, b] = [channels(match?.[1]), channels(/#[0-9a-f]{3,8}/i.exec(second)?.[0])]
  if (a === undefined || b === undefined) return match?.[1] ?? '#888888'
  const share = Math.min(1, Number(match?.[2] ?? 50) / 100)
  const mix = a.map((value, index) => Math.round(value * share + (b[index] ?? 0) * (1 - share)))
  return `#${mix.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(colour: string | undefined): readonly number[] | undefined {
  const digits = colour?.slice(1)
  if (digits === undefined) return undefined
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16))
}
