import type { Script, ScriptedCall } from './model-server.ts'

/** The folders of one attempt: the agent's home and its project, both new. */
export interface Folders {
  readonly home: string
  readonly work: string
  /** Additional environment variables for the agent and its hooks. */
  readonly env: Readonly<Record<string, string>>
}

/** How the agent treats its person: with its defaults, planning only, or without any question. */
export type Mode = 'ordinary' | 'plan' | 'yolo'

/** How a product is started. */
export interface Start {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** A product as installed from the registry, run without a person and with a scripted model. */
export interface Product {
  /** The name used by `countersign hook install --agent`. */
  readonly agent: 'claude-code' | 'codex' | 'gemini' | 'opencode'
  readonly name: string
  /** The package whose version is reported. */
  readonly package: string
  /** Undefined: not installed on this machine. */
  program(): Promise<string | undefined>
  /** Additional arguments of `countersign hook install`. */
  readonly install: readonly string[]
  /** The file that the installer changes, with content that a person may have in it. */
  settings(folders: Folders): string
  /** The file with the command of the hook. */
  hookFile(folders: Folders): string
  /** Undefined: it has no such mode without a person. */
  readonly modes: Readonly<Record<Mode, readonly string[] | undefined>>
  /** Writes the files that the product needs before it starts. */
  prepare(folders: Folders, port: number): Promise<void>
  /** The person's actions in its own screens that let it run the hook. */
  trust?(folders: Folders, program: string): Promise<void>
  start(
    program: string,
    folders: Folders,
    run: { readonly mode: readonly string[]; readonly prompt: string; readonly port: number },
  ): Start
  shell(command: string): ScriptedCall
  /** A sub-agent that follows the script `child`. */
  subAgent(child: Script): { readonly call: ScriptedCall; readonly child: Script }
  /** The tool of the MCP server under test. */
  mcp(path: string): ScriptedCall
}
