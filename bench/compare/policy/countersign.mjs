// Our policy, as built.
import { caseDecider, readCase } from '../../../packages/policy/dist/whole.js'
import { serve } from './serve.mjs'

const decider = caseDecider()

await serve((given) => {
  const read = readCase(given)
  if (!read.ok) throw new Error(read.error.message)
  return decider.verdict(read.value)
})
