import { compilePolicy, decide, toolFacts } from '@countersign/policy'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { armed, openThread, stepTo } from '../../testing/browser-page.ts'
import { aCall, aMessage } from '../../testing/views.ts'
import { decisionView } from './decision-view.ts'

/** The rule editor in a card, used by keyboard; the real policy decides at every key. */

const COMMAND = 'npm run build && npm publish --dry-run'
const place = { workspace: '/home/ada/site', cwd: '/home/ada/site', home: '/home/ada' }
const publish = aCall('publish', {
  title: 'Run a command',
  specifier: COMMAND,
  body: { kind: 'shell', command: COMMAND, cwd: place.cwd },
  decision: decisionView(
    decide(
      { tool: toolFacts('terminal.exec'), specifier: { kind: 'shell', command: COMMAND }, place },
      compilePolicy({ mode: 'default', layers: [] }),
    ),
  ),
})
const card = () => page.getByRole('article', { name: 'Run a command' })
const field = () => page.getByRole('textbox', { name: 'Rule' })
const keep = () => page.getByRole('button', { name: 'Save rule and allow' })
const effect = () => card().getByRole('status')

async function openEditor() {
  const app = await openThread({ thread: { messages: [aMessage('go')] } })
  app.ask(publish)
  await stepTo(card())
  await userEvent.keyboard('r')
  await expect.element(field()).toBeVisible()
  return app
}

test.each([
  ['terminal.exec(npm *)', /With this rule the whole call would run\./, true],
  ['terminal.exec(npm publish *)', /still asks npm run build, so this whole command will ask again/, true],
  ['terminal.exec(git *)', /the rule does not match this call/, false],
  ['terminal.exec(npm', /At character/, false],
  ['', /At character/, false],
])('%s: %s', async (rule, words, keeps) => {
  const app = await openEditor()
  await field().fill(rule)
  await expect.element(effect()).toMatchTextContent(words)
  await expect.poll(() => keep().element().matches(':enabled')).toBe(keeps)
  expect(app.answers()).toEqual([])
})

test('what is kept is the rule that was tried, with the hash of the call', async () => {
  const app = await openEditor()
  await field().fill('terminal.exec(npm *)')
  await expect.element(keep()).toBeEnabled()
  keep().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => app.answers())
    .toMatchObject([
      {
        decision: 'allow_always',
        rule: 'terminal.exec(npm *)',
        hash: publish.hash,
        tool_call_id: publish.id,
      },
    ])
})

test('the scope is chosen by arrows', async () => {
  const app = await openEditor()
  await field().fill('terminal.exec(npm *)')
  page.getByRole('radio', { name: 'everywhere, for me' }).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('radio', { name: 'this chat' })).toBeChecked()
  keep().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => app.answers()).toMatchObject([{ decision: 'allow_chat' }])
})

test('letters in the field are text; Back loses nothing of the card', async () => {
  const app = await openEditor()
  await field().click()
  await userEvent.keyboard('{End}add')
  await expect.element(field()).toHaveValue(`terminal.exec(${COMMAND})add`)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(page.getByRole('button', { name: `Allow once: ${COMMAND}` })).toBeVisible()
  expect(app.answers()).toEqual([])
  card().element().focus()
  await armed(card())
  await userEvent.keyboard('a')
  await expect.poll(() => app.answers().map(({ decision }) => decision)).toEqual(['allow_once'])
})
