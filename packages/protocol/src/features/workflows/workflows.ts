import { galleryRoutes } from './gallery.ts'
import { grantRoutes } from './grants.ts'
import { graphRoutes } from './graphs.ts'
import { nodeRoutes } from './nodes.ts'
import { noticeRoutes } from './notices.ts'
import { projectRoutes } from './project.ts'
import { runRoutes } from './runs.ts'
import { secretRoutes } from './secrets.ts'
import { triggerRoutes } from './triggers.ts'

/** Workflows: graphs, their versions and runs, their triggers, and their possible effects. */
export const workflowRoutes = {
  ...graphRoutes,
  ...runRoutes,
  ...triggerRoutes,
  ...grantRoutes,
  ...secretRoutes,
  ...nodeRoutes,
  ...noticeRoutes,
  ...galleryRoutes,
  ...projectRoutes,
}
