import { expect, test } from 'vitest'
import { codePieces } from './code-pieces.ts'

const LOOKS = { plain: '', word: 'w', text: 't', note: 'n' } as const
const marked = (code: string, language: string): string =>
  codePieces(code, language)
    .map(({ text, look }) => (look === 'plain' ? text : `${LOOKS[look]}⟨${text}⟩`))
    .join('')

test.each([
  ['ts', "const a = 'x' // why", "w⟨const⟩ a = t⟨'x'⟩ n⟨// why⟩"],
  ['ts', 'constant', 'constant'],
  ['tsx title="a.tsx"', 'return null', 'w⟨return⟩ w⟨null⟩'],
  ['sh', 'echo "$A" # b', 'echo t⟨"$A"⟩ n⟨# b⟩'],
  ['sh', 'a#b', 'a#b'],
  ['sql', 'SELECT 1 -- one', 'w⟨SELECT⟩ 1 n⟨-- one⟩'],
  ['js', "'open\nlet b", "t⟨'open⟩\nw⟨let⟩ b"],
  ['js', '/* open', 'n⟨/* open⟩'],
  ['js', 'text.match(match)', 'text.match(match)'],
  ['rust', 'match a', 'w⟨match⟩ a'],
  ['python', 'match a', 'w⟨match⟩ a'],
  ['json', '{"a": true}', '{t⟨"a"⟩: w⟨true⟩}'],
  ['go', 'func self()', 'w⟨func⟩ self()'],
  ['', 'const a', 'const a'],
  ['__proto__', 'const a', 'const a'],
])('%s %j', (language, code, expected) => {
  expect(marked(code, language)).toBe(expected)
})

test('no letter is lost, and long code is left alone', () => {
  const code = 'let a = `b ${c}` /* d */ "e\\"f" # g\n'.repeat(50)
  for (const language of ['ts', 'py', 'sql', 'none']) {
    expect(
      codePieces(code, language)
        .map(({ text }) => text)
        .join(''),
    ).toBe(code)
  }
  expect(codePieces(code.repeat(100), 'ts')).toHaveLength(1)
})
