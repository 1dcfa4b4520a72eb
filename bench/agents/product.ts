import type { Script, ScriptedCall } from './model-server.ts'

/** Folders of one try: the agent's home and the project that it works in, both new. */
export interface Folders {
  readonly home: string
  readonly work: string
  /** What the agent and its hooks find in their environment besides. */
  readonly env: Readonly<Record<string, string>>
}

/** How the agent treats its person: as it comes, planning only, or without any question. */
export type Mode = 'ordinary' | 'plan' | 'yolo'

/** How a product is started. */
export interface Start {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** A product as it is installed from the registry, run without a person and against a scripted model. */
export interface Product {
  /** As `countersign hook install --agent` names it. */
  readonly agent: 'claude-code' | 'codex' | 'gemini' | 'opencode'
  readonly name: string
  /** The package whose version counts. */
  readonly package: string
  /** Undefined: not installed on this machine. */
  program(): Promise<string | undefined>
  /** Further words of `countersign hook install`. */
  readonly install: readonly string[]
  /** The file that the installer changes, and what a person may have in it. */
  settings(folders: Folders): string
  /** The file that holds the command of the hook. */
  hookFile(folders: Folders): string
  /** Undefined: it has no such mode without a person. */
  readonly modes: Readonly<Record<Mode, readonly string[] | undefined>>
  /** Writes what the product needs before it starts. */
  prepare(folders: Folders, port: number): Promise<void>
  /** What its person does in its own screens so that it runs the hook. */
  trust?(folders: Folders, program: string): Promise<void>
  start(
    program: string,
    folders: Folders,
    run: { readonly mode: readonly string[]; readonly prompt: string; readonly port: number },
  ): Start
  shell(command: string): ScriptedCall
  /** A sub-agent that follows the script `child`. */
  subAgent(child: Script): { readonly call: ScriptedCall; readonly child: Script }
  /** The tool of the MCP server that is there to be tried. */
  mcp(path: string): ScriptedCall
}
