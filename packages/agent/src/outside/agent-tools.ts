import type { HookAgent } from './agents.ts'

/** The tools that only one agent has, in addition to those that every agent may have. */
export interface AgentTools {
  /** The release that the names were read from. */
  readonly readFrom: string
  /**
   * Conversation with its person or its own sub-agents, and its own bookkeeping: these have no effect outside the agent, and any call that
   * follows is asked about separately.
   */
  readonly talk: readonly string[]
  /** Starts a sub-agent, whose calls are asked about one by one. */
  readonly subtasks?: readonly string[]
  /** Reads one file. */
  readonly reads?: readonly string[]
  /** Reads the output of a background command. */
  readonly outputs?: readonly string[]
  /** Runs its `command`. */
  readonly commands?: readonly string[]
}

/** A name that is not here, nor known of all agents, is an unknown tool, and asks. */
export const AGENT_TOOLS: Readonly<Record<HookAgent, AgentTools>> = {
  'claude-code': {
    readFrom: '2.1.325',
    talk: [
      'AskUserQuestion',
      'CronList',
      'EnterPlanMode',
      'ExitPlanMode',
      'ListAgents',
      'ListMcpResourcesTool',
      'ReadNotifications',
      'ReportFindings',
      'ScheduleWakeup',
      'SendMessage',
      'Skill',
      'ToolSearch',
    ],
    commands: ['Monitor'],
  },
  codex: {
    readFrom: '0.166.0',
    talk: [
      'close_agent',
      'create_goal',
      'get_goal',
      'list_mcp_resource_templates',
      'list_mcp_resources',
      'request_user_input',
      'resume_agent',
      'send_input',
      'update_goal',
      'wait_agent',
    ],
    subtasks: ['spawn_agent'],
    reads: ['view_image'],
  },
  gemini: {
    readFrom: '0.61.0',
    talk: [
      'activate_skill',
      'ask_user',
      'complete_task',
      'enter_plan_mode',
      'exit_plan_mode',
      'get_internal_docs',
      'list_background_processes',
      'list_mcp_resources',
      'tracker_add_dependency',
      'tracker_create_task',
      'tracker_get_task',
      'tracker_list_tasks',
      'tracker_update_task',
      'tracker_visualize',
      'update_topic',
    ],
    subtasks: ['invoke_agent'],
    outputs: ['read_background_output'],
  },
  opencode: {
    readFrom: '1.18.33',
    // `invalid` is how it answers a model that named a tool wrongly.
    talk: ['invalid', 'plan_enter', 'plan_exit', 'question', 'skill', 'todoread'],
  },
  cursor: { readFrom: 'its documents of October 2026', talk: [] },
}
