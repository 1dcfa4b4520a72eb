import { Inbox, UserCheck, Workflow } from 'lucide-react'
import { bodyView } from '../../platform/body.ts'
import { lazyBody } from '../../platform/cards/LazyBodies.tsx'
import { handles, type ClientTool } from '../../platform/client-tool.ts'
import { defineFeature } from '../../platform/feature.ts'
import { late, lazy } from '../../ui/lazy.ts'
import { noticeSlice, runSlice, workflowSlice } from './slice.ts'

const screens = async () => import('./screens.ts')
const cards = async () => import('./card-views.ts')

const WorkflowsPage = lazy(async () => ({ default: (await screens()).WorkflowsPage }))
const WorkflowPage = lazy(async () => ({ default: (await screens()).WorkflowPage }))
const WorkflowPane = lazy(async () => ({ default: (await screens()).WorkflowPane }))
const RunPage = lazy(async () => ({ default: (await screens()).RunPage }))
const SecretsPage = lazy(async () => ({ default: (await screens()).SecretsPage }))
const NoticesPage = lazy(async () => ({ default: (await screens()).NoticesPage }))
const notices = async () => import('./notices/NoticeParts.tsx')
const NoticeBell = late(async () => ({ default: (await notices()).NoticeBell }))
const NoticeToast = late(async () => ({ default: (await notices()).NoticeToast }))
const GraphBody = lazyBody(async () => (await cards()).GraphBody)
const GraphAnswers = lazy(async () => ({ default: (await cards()).GraphAnswers }))
const ChangeBody = lazyBody(async () => (await cards()).ChangeBody)
const QuestionBody = lazyBody(async () => (await cards()).QuestionBody)
const QuestionAnswers = lazy(async () => ({ default: (await cards()).QuestionAnswers }))

/** Tools of the editor; their handlers are loaded when the first one runs. */
const TOOLS =
  'get_graph search_nodes open_workflow select add_node update_node_data set_node_title connect_nodes delete_edge delete_node move_node paste layout discard apply'

const later =
  (name: string): ClientTool['run'] =>
  async (...call) =>
    (await import('./agent-tools.ts')).runTool(name, ...call)

const title = 'Workflows'
const icon = Workflow

/** Workflows: their editor, runs and cards. */
export const workflows = defineFeature({
  name: 'workflows',
  routes: [
    {
      path: '/workflows',
      page: WorkflowsPage,
      title: () => title,
      under: () => '/more',
      nav: { label: title, icon, in: ['bar', 'list', 'palette'] },
    },
    { path: '/workflows/:id', page: WorkflowPage, title: () => 'Workflow', under: () => '/workflows' },
    { path: '/runs/:id', page: RunPage, title: () => 'Run', under: () => '/workflows' },
    {
      path: '/notices',
      page: NoticesPage,
      title: () => 'Notices',
      under: () => '/more',
      nav: { label: 'Notices', icon: Inbox, in: ['list', 'palette'] },
    },
  ],
  parts: [
    { at: 'end', part: NoticeBell },
    { at: 'over', part: NoticeToast },
  ],
  settings: [{ id: 'secrets', title: 'Secrets', section: SecretsPage }],
  panes: [
    { type: 'workflow', title: 'Workflow', icon, by: 'id', pane: WorkflowPane },
    { type: 'run', title: 'Run', icon, by: 'id', pane: RunPage },
  ],
  slice: [runSlice, workflowSlice, noticeSlice],
  bodies: {
    'workflows.graph': bodyView('workflows.graph', GraphBody, { icon, answers: GraphAnswers }),
    'workflows.change': bodyView('workflows.change', ChangeBody, { icon }),
    'workflows.question': bodyView('workflows.question', QuestionBody, {
      icon: UserCheck,
      answers: QuestionAnswers,
      deny: 'Reject',
    }),
  },
  tools: TOOLS.split(' ').map((name) => handles(`ui_${name}`, later(name))),
})
