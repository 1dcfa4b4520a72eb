import { toolFacts } from '@countersign/policy'
import type { PolicyCall, Specifier } from '@countersign/policy'
import type { CallBody } from '@countersign/protocol'

/** What is known of a call on the page, as far as policy needs it. */
export interface JudgedCall {
  readonly tool: string
  readonly specifier: string
  readonly body: CallBody
  readonly workspace: string | null
}

/** A call of the page as policy sees it. */
export function policyCall(call: JudgedCall): PolicyCall {
  const workspace = call.workspace ?? '/'
  const cwd = call.body.kind === 'shell' ? call.body.cwd : workspace
  return { tool: toolFacts(call.tool), specifier: specifierOf(call), place: { workspace, cwd, home: HOME } }
}

/** The browser does not know the home folder; nothing that is decided here is a rule that names it. */
const HOME = '/home'

function specifierOf({ body, specifier }: JudgedCall): Specifier {
  switch (body.kind) {
    case 'shell':
      return { kind: 'shell', command: body.command }
    case 'write':
      return { kind: 'path', paths: [{ asked: body.path }] }
    case 'path':
      return { kind: 'path', paths: body.paths.map((asked) => ({ asked })) }
    case 'url':
      return { kind: 'url', url: body.url }
    case 'todo':
    case 'arguments':
      return { kind: 'text', text: specifier }
  }
}
