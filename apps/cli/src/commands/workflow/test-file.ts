import { dataFolder } from '@countersign/server/data-folder'
import { testWorkflowFile } from '@countersign/server/workflow-file'
import { layersHere, placeHere } from '../../policy-here.ts'
import { complain, print, type JsonOption } from '../output.ts'
import { readFileAsJson } from './read-json.ts'

/** The tests in the file of a workflow, without a server. */
export async function testWorkflow(
  file: string,
  { mode = 'default', json }: JsonOption & { readonly mode?: string },
): Promise<number> {
  const graph = await readFileAsJson(file)
  if (typeof graph === 'string') return complain(graph)
  const workspace = process.cwd()
  const home = dataFolder()
  const layers = await layersHere(home, workspace)
  const tested = testWorkflowFile(graph, { mode, layers, place: placeHere(workspace, workspace, home) })
  if (!tested.ok) return complain(tested.problems.join('\n'))
  const failed = tested.reports.filter(({ passed }) => !passed).length
  if (json === true) print(JSON.stringify(tested.reports, null, 2))
  else {
    for (const { name, passed, problems } of tested.reports)
      print([`${passed ? 'passed' : 'FAILED'} ${name}`, ...problems.map((one) => `  ${one}`)].join('\n'))
    print(`${tested.reports.length - failed} passed, ${failed} failed`)
  }
  return failed === 0 ? 0 : 1
}
