import * as fc from 'fast-check'
import { chance, type Chance } from '../../bench/fleet/random.ts'

/** Maximum input length, in characters. */
const LONGEST = 20_000

/** Tokens that are special to one parser or another. */
const TOKENS =
  '; & && | || |& $( ) ` ${ } $(( )) << <<- <<< > >> 2>&1 &> < >( <( ( ) { } [[ ]] [ ] \' " \\ \n \t \0 # ! * ** ? ~ - -- = , . .. / // : @ % ^ ' +
  'if then else fi for in do done case esac while function sudo env xargs eval exec bash -c python3 rm -rf $IFS $HOME "$@" EOF ' +
  'http:// https:// file:// @ [::1] 127.0.0.1 0x7f.1 %2e%2e %00 xn-- allow ask deny mode expect -> terminal.exec( files.read( @secrets domain: ' +
  '"type" "name" null true 1e999 -0 __proto__ constructor toString \\u0000 \\ud800 \u{202e} \u{200b} é 𝒳'

const WORDS = TOKENS.split(' ')

/** Arbitrary UTF-16 code units, including lone surrogates. */
const ANY_TEXT = fc.string({
  unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  maxLength: 8,
})

type Change = (text: string, random: Chance, others: readonly string[]) => string

const place = (text: string, random: Chance) => random.below(text.length + 1)
const span = (text: string, random: Chance): readonly [number, number] => {
  const from = place(text, random)
  return [from, Math.min(text.length, from + 1 + random.below(12))]
}
const put = (text: string, at: number, more: string) => text.slice(0, at) + more + text.slice(at)

const CHANGES: readonly Change[] = [
  (text, random) => put(text, place(text, random), random.pick(WORDS) ?? ''),
  (text, random) => put(text, place(text, random), ` ${random.pick(WORDS) ?? ''} `),
  (text, random) => {
    const [from, to] = span(text, random)
    return text.slice(0, from) + text.slice(to)
  },
  (text, random) => {
    const [from, to] = span(text, random)
    return put(text, to, text.slice(from, to))
  },
  // Long repetition exposes worse than linear run time.
  (text, random) => {
    const [from, to] = span(text, random)
    return put(text, to, text.slice(from, to).repeat(2 ** random.below(10)))
  },
  (text, random) => put(text, place(text, random), String.fromCodePoint(random.below(0x3000))),
  (text, random, others) => {
    const other = random.pick(others) ?? ''
    return text.slice(0, place(text, random)) + other.slice(place(other, random))
  },
  (text, random) =>
    `${random.pick(['$(', '"', "'", '(', '{ ', '`', '[', '{"a":']) ?? ''}${text}${random.pick([')', '"', "'", '}', '`', ']', '']) ?? ''}`,
  (text, random) => text.slice(0, place(text, random)),
  (text, random) =>
    put(
      text,
      place(text, random),
      fc.sample(ANY_TEXT, {
        numRuns: 1,
        seed: random.below(2 ** 31),
      })[0] ?? '',
    ),
]

/** One of the texts, mutated a few times at random. */
export function mutated(random: Chance, texts: readonly string[]): string {
  let text = random.pick(texts) ?? ''
  for (let left = 1 + random.below(6); left > 0; left -= 1)
    text = (random.pick(CHANGES) ?? ((same: string) => same))(text, random, texts).slice(0, LONGEST)
  return text
}

export { chance }
