// Loads the module named on the command line and prints every Node builtin that loading it reached, one per line.
import { isBuiltin, registerHooks } from 'node:module'

const [entry] = process.argv.slice(2)
if (entry === undefined) throw new Error('name a module to load')

const reached = new Set<string>()
const hooks = registerHooks({
  resolve(specifier, context, next) {
    if (isBuiltin(specifier)) reached.add(`${specifier} from ${context.parentURL ?? 'the command line'}`)
    return next(specifier, context)
  },
})
await import(entry)
hooks.deregister()
for (const line of reached) console.log(line)
