import { BUILDS_HAZARDS } from './builds.ts'
import { OTHER_HAZARDS } from './others.ts'
import { PYTHON_HAZARDS } from './python.ts'
import { SERVICES_HAZARDS } from './services.ts'
import { SHELL_TOOLS_HAZARDS } from './shell-tools.ts'
import { TOOLS_HAZARDS } from './tools.ts'
import { HAZARDS_BESIDE, HAZARDS_BY_VALUE } from './values.ts'
import { WEB_HAZARDS } from './web.ts'

/** Every hazard of the tables, in every spelling: a command and the kind of hazard that it has. */
export const HAZARD_LINES = [
  ...SHELL_TOOLS_HAZARDS,
  ...TOOLS_HAZARDS,
  ...WEB_HAZARDS,
  ...PYTHON_HAZARDS,
  ...BUILDS_HAZARDS,
  ...SERVICES_HAZARDS,
  ...OTHER_HAZARDS,
  ...HAZARDS_BY_VALUE,
  ...HAZARDS_BESIDE,
].flatMap(([command, kind, variants]) =>
  variants.split('; ').map((variant) => ({ line: `${command} ${variant.trim()}`, kind })),
)
