import { ListTodo, Workflow } from 'lucide-react'
import { bodyView } from '../../platform/body.ts'
import { defineFeature } from '../../platform/feature.ts'
import { lazyBody } from '../../platform/cards/LazyBodies.tsx'

const TodoBody = lazyBody(async () => (await import('./TodoBody.tsx')).TodoBody)
const SubtaskBody = lazyBody(async () => (await import('./SubtaskBody.tsx')).SubtaskBody)

/** Cards of what an agent notes down to do, and of what it hands to agents below it. */
export const tasks = defineFeature({
  name: 'tasks',
  bodies: {
    todo: bodyView('todo', TodoBody, { icon: ListTodo }),
    subtask: bodyView('subtask', SubtaskBody, { icon: Workflow }),
  },
})
