/**
 * Pages for which `scene.ts` has data: the path, a heading on it, and the name of its screenshot. A new page need not be here:
 * `every-page.spec.ts` opens all pages by the page's own list of features.
 */
export const PAGES = [
  ['/t/thr_tidy', 'Conversation', 'chat'],
  ['/new', 'Say what should happen.', 'new'],
  ['/waiting', 'Waiting for you', 'waiting'],
  ['/answered', 'Answered', 'answered'],
  ['/welcome', 'Countersign', 'welcome'],
  ['/settings/permissions', 'Rules as text', 'permissions'],
  ['/settings/models', 'Model for new chats', 'models'],
  ['/settings/mcp', 'MCP servers', 'mcp'],
  ['/settings/memory', 'Saved entries', 'memory'],
  ['/settings/limits', 'One turn', 'limits'],
  ['/settings/plugins', 'Plugins', 'plugins'],
  ['/settings/prompts', 'Prompts', 'prompts'],
  ['/settings/sessions', 'Signed in', 'sessions'],
  ['/settings/notifications', 'Sounds', 'notifications'],
  ['/settings/keyboard', 'On a focused card', 'keyboard'],
  ['/settings/about', 'Licences', 'about'],
  ['/audit', 'Audit', 'audit'],
  ['/workflows', 'Workflows', 'workflows'],
  ['/workflows/wf_report', 'Weekly report for the whole team', 'workflow'],
  ['/runs/run_late', 'Run of Weekly report for the whole team', 'run'],
  ['/notices', 'Notices', 'notices'],
  ['/settings/secrets', 'Secrets', 'secrets'],
] as const

export const PHONE_ONLY = [
  ['/chats', 'Chats', 'chats'],
  ['/more', 'More', 'more'],
] as const
