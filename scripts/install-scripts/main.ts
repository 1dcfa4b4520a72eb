// `npm run install-scripts`: what npm ran by itself when it installed, package by package.
import { root } from '../lib/root.mjs'
import { installedScripts } from './install-scripts.ts'

for (const { name, version, event, command } of installedScripts(root))
  console.log(`${name} ${version}  ${event}: ${command}`)
