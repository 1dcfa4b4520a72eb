/** The feature's pages and panes, loaded with the first of them. */
export { NoticesPage } from './notices/NoticesPage.tsx'
export { SecretsPage } from './manage/SecretsPage.tsx'
export { WorkflowPage, WorkflowPane } from './pages/WorkflowPage.tsx'
export { WorkflowsPage } from './pages/WorkflowsPage.tsx'
export { RunPage } from './runs/RunPage.tsx'
