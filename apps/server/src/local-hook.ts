/** What the hook of another agent needs to judge without a server, beside `local.ts`. It loads the readers of all agents. */
export { readHook } from './features/outside/read-hook.ts'
