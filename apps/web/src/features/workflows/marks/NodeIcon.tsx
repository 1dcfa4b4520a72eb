import { createElement } from 'react'
import {
  Bell,
  Bot,
  Braces,
  Brain,
  Clock,
  CodeXml,
  File,
  FilePen,
  FileText,
  Globe,
  Hash,
  Image,
  Library,
  List,
  ListTree,
  LogIn,
  MessageSquareText,
  Merge,
  Plug,
  Repeat,
  Scale,
  Sparkles,
  Split,
  SquareTerminal,
  Type,
  User,
  Workflow,
  Wrench,
  type LucideIcon,
} from 'lucide-react'

const BY_TYPE: Readonly<Record<string, LucideIcon>> = {
  input: LogIn,
  if: Split,
  switch: Split,
  merge: Merge,
  map: Repeat,
  reduce: Repeat,
  loop: Repeat,
  workflow: Workflow,
  'files.read': FileText,
  'files.list': ListTree,
  'files.write': FilePen,
  'files.edit': FilePen,
  'human.ask': MessageSquareText,
  'agent.run': Bot,
  generate_image: Image,
}

/** Icons by prefix of the type. */
const BY_START: readonly (readonly [string, LucideIcon])[] = [
  ['files.', File],
  ['text.', Type],
  ['json.', Braces],
  ['csv.', Braces],
  ['yaml.', Braces],
  ['html.', CodeXml],
  ['code.', CodeXml],
  ['hash.', Hash],
  ['base64.', Hash],
  ['number.', Hash],
  ['list.', List],
  ['logic.', Scale],
  ['time.', Clock],
  ['human.', User],
  ['llm.', Sparkles],
  ['agent.', Bot],
  ['web', Globe],
  ['http.', Globe],
  ['browser', Globe],
  ['terminal.', SquareTerminal],
  ['notify.', Bell],
  ['memory', Brain],
  ['mcp__', Plug],
]

function iconOf(type: string): LucideIcon {
  const own = BY_TYPE[type]
  if (own !== undefined) return own
  if (type.includes('collection')) return Library
  return BY_START.find(([start]) => type.startsWith(start))?.[1] ?? Wrench
}

/** The icon of a node type. */
export function NodeIcon({ type, size }: { type: string; size: number }) {
  return createElement(iconOf(type), { size, 'aria-hidden': true, className: 'shrink-0' })
}
