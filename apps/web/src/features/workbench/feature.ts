import { defineFeature } from '../../platform/feature.ts'
import { texts } from '../../workbench/texts.ts'
import { lazy } from '../../ui/lazy.ts'

const WorkbenchPage = lazy(async () => ({ default: (await import('./WorkbenchPage.tsx')).WorkbenchPage }))
const LayoutSwitch = lazy(async () => ({ default: (await import('./LayoutSwitch.tsx')).LayoutSwitch }))

/** Files, editor and chat side by side. */
export const workbench = defineFeature({
  name: 'workbench',
  routes: [
    {
      path: '/w/:thread',
      page: WorkbenchPage,
      // A chat without a name goes by that of the page.
      title: (view, params) => view.threads?.find(({ id }) => id === params['thread'])?.title || texts.title,
      under: () => '/chats',
      showsCounts: true,
    },
  ],
  parts: [{ at: 'start', part: LayoutSwitch }],
})
