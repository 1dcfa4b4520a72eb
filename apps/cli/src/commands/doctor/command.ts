import { defineCliCommand } from '../../command/cli-command.ts'
import { json } from '../json-option.ts'

export const doctor = defineCliCommand({
  name: 'doctor',
  summary: 'check this machine and say what to fix',
  needs: 'server',
  options: { json },
  run: async ({ options }) => (await import('./doctor.ts')).doctor(options),
})
