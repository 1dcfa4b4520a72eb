import { changePart, hunksOf } from '@countersign/protocol'
import { PartsChoice } from '../platform/cards/PartsChoice.tsx'
import { usePartsChoice } from '../platform/cards/use-parts-choice.ts'

const BEFORE = Array.from({ length: 40 }, (_, line) => `const value${line + 1} = ${line + 1}`)
const AFTER = BEFORE.flatMap((line, index) => {
  if (index === 3) return ['const first = 4', 'const second = 5']
  if (index === 11)
    return ["export const aVeryLongNameThatDoesNotFit = 'in one line of a narrow card, so it is cut'"]
  return index === 30 ? [] : [line]
})
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`
const PARTS = hunksOf(text(BEFORE), text(AFTER)).map(changePart)
const CHANGE = {
  body: {
    kind: 'write',
    path: 'src/values.ts',
    before: text(BEFORE),
    after: text(AFTER),
    outside_workspace: false,
  },
  parts: PARTS,
} as const

const STATES: readonly (readonly [string, readonly number[]])[] = [
  ['all parts', []],
  ['some parts', [1]],
  ['no part', [0, 1, 2]],
]

/** The choice of parts of a change. */
export function PartsStates() {
  return (
    <div className="grid items-start gap-6 wide:grid-cols-2">
      {STATES.map(([name, declined]) => (
        <section key={name} aria-label={name} className="flex min-w-0 flex-col gap-2">
          <h2 className="text-label text-ink-3">{name}</h2>
          <PartsState declined={declined} />
        </section>
      ))}
    </div>
  )
}

function PartsState({ declined }: { declined: readonly number[] }) {
  const choice = usePartsChoice(
    CHANGE,
    PARTS.flatMap(({ id }, index) => (declined.includes(index) ? [] : [id])),
  )
  return <PartsChoice choice={choice} />
}
