import { expect, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as Policy from '@countersign/policy'

const ROOT = join(import.meta.dirname, '..')

interface Row {
  readonly id: string
  readonly expect: string
  readonly alt?: readonly string[]
}

test('the policy decides in a browser as it does elsewhere', async ({ page }) => {
  const code = await readFile(join(ROOT, 'packages/policy/dist/whole.js'), 'utf8')
  const lines = (
    await Promise.all(
      ['shell-gate', 'paths', 'urls'].map((name) => readFile(join(ROOT, 'corpus', `${name}.jsonl`), 'utf8')),
    )
  ).flatMap((text) => text.trim().split('\n'))
  await page.goto('about:blank')
  const answers = await page.evaluate(
    async ([source, cases]) => {
      const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
      const policy = (await import(address)) as typeof Policy // a blob has no types; it was built from these modules
      const decider = policy.caseDecider()
      return cases.map((line) => {
        const answer = decider.line(line)
        return 'decision' in answer ? answer.decision : 'error'
      })
    },
    [code, lines] as const,
  )
  const wrong = lines.flatMap((line, index) => {
    const row = JSON.parse(line) as Row // the corpus is our own data
    const answer = answers[index] ?? ''
    return answer === row.expect || row.alt?.includes(answer) === true ? [] : [`${row.id}: ${answer}`]
  })
  expect(wrong).toEqual([])
})
