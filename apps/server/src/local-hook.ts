/** Everything that another agent's hook needs to judge without a server, in addition to `local.ts`. It loads the readers of all agents. */
export { readHook } from './features/outside/read-hook.ts'
export { lookedUp } from './features/outside/looked-up.ts'
