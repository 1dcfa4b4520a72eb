import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SCRIPTED_WITH_WINDOW, scriptedModel } from '../../../apps/server/src/testing/scripted-model.ts'
import { commitProject, writeProject } from './project.ts'
import { MESSAGES, sessionModel } from './script.ts'

/**
 * Acts as a model, so that a person can try the session of 37 calls: it creates the repository, listens, and prints what to type. Stop it
 * with Ctrl+C. Run it with `node e2e/support/session/main.ts`.
 */
const folder = await mkdtemp(join(tmpdir(), 'invoicer-'))
await writeProject(folder)
await commitProject(folder)
const model = await scriptedModel(sessionModel, { window: 200_000 })
const settings = Object.entries({ ...model.env, COUNTERSIGN_MODEL: SCRIPTED_WITH_WINDOW })
  .map(([name, value]) => `export ${name}='${value}'`)
  .join('\n')

process.stdout.write(`The model is listening. In another terminal:

${settings}
cd ${folder}
countersign          # or: countersign chat

Then say, one after another:

${Object.values(MESSAGES)
  .map((message) => `  ${message}`)
  .join('\n')}
`)
