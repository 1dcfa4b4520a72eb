import { defineCliCommand } from '../../command/cli-command.ts'
import { flag, required } from '../../command/option.ts'

const CASES = `
A case: {"id": "1", "command": "npm test", "rules": {"allow": ["terminal.exec(npm test)"]}, "mode": "default"}
  tool        the tool (default: terminal.exec)
  specifier   the command, path or address; \`command\` means the same
  rules       {"allow": [], "ask": [], "deny": []}: all rules to apply
  mode        plan, strict, default, acceptEdits or auto
  shipped     true: apply the shipped rules as well
  workspace, cwd, home, specifier2, resolved, resolved2, resolvedAddress, layers, trusted: as in corpus/README.md
An answer: {"id": "1", "decision": "run", "reasons": ["runs npm test: your rule npm test"]}
A line that is not a case gets an error in its place: {"id": null, "error": "why", "line": 1}
Exits with 0, or with 1 if any line was not a case.`

export const decide = defineCliCommand({
  name: 'decide',
  summary: 'decide many calls: one JSON object per line in, one answer per line out',
  details: CASES,
  needs: 'policy',
  options: { stdin: required(flag('read cases from standard input')) },
  run: async () => (await import('./decide.ts')).decideStdin(process.stdin, process.stdout),
})
