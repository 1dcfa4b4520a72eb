// `npm run install-scripts`: lists the scripts that npm ran during the installation, by package.
import { root } from '../lib/root.mjs'
import { installedScripts } from './install-scripts.ts'

for (const { name, version, event, command } of installedScripts(root))
  console.log(`${name} ${version}  ${event}: ${command}`)
