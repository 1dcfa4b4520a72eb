import { expect, test } from 'vitest'
import { decideText } from '../testing/decide-text.ts'

test.each([
  ["perl -e 'exec @ARGV' git push x", 'block'],
  ["perl -e 'exec @ARGV' -- git push x", 'block'],
  ["python3 -c 'import os,sys; os.system(sys.argv[1])' 'git push x'", 'block'],
  ["X='git push x' python3 -c 'import os; os.system(os.environ[\"X\"])'", 'block'],
  ["awk '{system($0)}' <<< 'git push x'", 'block'],
  ["perl -e 'print @ARGV' git push x", 'run'],
])('P7.21 what code is handed that starts something is tried: %s is %s', (text, verdict) => {
  expect(decideText('auto', ['deny terminal.exec(git push *)'], `terminal.exec(${text})`).verdict).toBe(
    verdict,
  )
})
