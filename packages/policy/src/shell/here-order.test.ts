import { expect, test } from 'vitest'
import { decideText } from '../testing/decide-text.ts'

test.each([
  ['echo $(cat <<E\nhi\nE\n)', 'run'],
  ['echo $(<<E cat\nhi\nE\n)', 'run'],
  ['echo $(true; <<E cat\nhi\nE\n)', 'run'],
  ['echo $(cat <<E; true\nhi\nE\n)', 'ask'],
  ['echo $({ cat <<E; }; true\nhi\nE\n)', 'ask'],
  ['echo $(cat <<< hi; true)', 'run'],
])(
  'P4.2 only what follows a here-document in a substitution is read anew by bash: %j is %s',
  (text, verdict) => {
    expect(decideText('default', [], `terminal.exec(${text})`).verdict).toBe(verdict)
  },
)
