import { expect, test } from 'vitest'
import { letterIn } from './math-letters.ts'
import { renderDiagram } from './render-diagram.ts'
import { renderMath } from './render-math.ts'

const colours = {
  bg: 'white',
  fg: 'black',
  line: 'grey',
  accent: 'teal',
  muted: 'grey',
  surface: 'white',
  border: 'grey',
}
const diagram = (source: string) => renderDiagram({ source, colours })
const math = (source: string, display = false) => renderMath({ source, display })

test('a formula is MathML without styles', () => {
  const xml = math(String.raw`\frac{a}{b} + \mathbb{R}`, true)
  expect(xml).toContain('<mfrac>')
  expect(xml).not.toMatch(/style=|class="mord|<script/)
})

test.each([
  ['no formula', String.raw`\notacommand{`],
  ['an endless macro', String.raw`\def\a{\a\a}\a`],
  ['a macro that doubles', String.raw`\def\a{xx}\def\b{\a\a}\def\c{\b\b\b\b}${String.raw`\c`.repeat(900)}`],
  ['a wrong nesting', '{'.repeat(3000)],
])('%s is not drawn', (_name, source) => {
  expect(math(source)).toBeNull()
})

test.each([
  String.raw`\href{javascript:alert(1)}{x}`,
  String.raw`\includegraphics{https://example.com/a.png}`,
  String.raw`\htmlStyle{color:red}{x}`,
  String.raw`\url{https://example.com}`,
])('%s names no address', (source) => {
  expect(math(source) ?? '').not.toMatch(/(?:href|src|style)=/)
})

test('a diagram is one file that asks for nothing', () => {
  const svg = diagram('graph TD\n  A[Start] --> B{Done?}')
  expect(svg).toMatch(/^<svg /)
  expect(svg).toContain('>Start<')
  expect(svg).not.toMatch(/@import|https?:\/\/(?!www\.w3\.org)/)
})

test('what is written in a diagram stays text', () => {
  const svg = diagram('graph TD\n  A["<script>alert(1)</script>"] --> B["<img src=x onerror=alert(1)>"]')
  expect(svg).not.toBeNull()
  expect(svg).not.toMatch(/<script|<img|<foreignObject/)
})

test.each(['pie title x\n "a": 1', 'gantt\n title x', '', 'not a diagram', '<svg onload=alert(1)>'])(
  '%j is not drawn',
  (source) => {
    expect(diagram(source)).toBeNull()
  },
)

test.each([
  ['R', 'double-struck', 'ℝ'],
  ['A', 'double-struck', '𝔸'],
  ['v', 'bold', '𝐯'],
  ['7', 'bold', '𝟕'],
  ['7', 'script', '7'],
  ['+', 'bold', '+'],
  ['x', 'unknown', 'x'],
])('%s in %s is %s', (letter, style, expected) => {
  expect(letterIn(letter, style)).toBe(expected)
})
