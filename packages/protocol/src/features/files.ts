import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { ThreadId } from '../ids.ts'
import { FileNames, FolderLook } from '../views.ts'

/** Files of a workspace, for people who write a message. */
export const fileRoutes = {
  names: defineRoute({
    method: 'GET',
    path: '/api/files',
    needs: 'read',
    about: 'names in a workspace that match typed text',
    query: z.object({ wanted: z.string().max(200).default(''), thread_id: ThreadId.optional() }),
    reply: FileNames,
  }),
  folders: defineRoute({
    // A person’s requests are signed one by one; requests that only read are not.
    method: 'POST',
    path: '/api/folders',
    needs: 'person',
    about: 'whether a chat can work in a folder, and the names of folders to continue with; never of files',
    body: z.object({ path: z.string().max(4096) }),
    reply: FolderLook,
  }),
}
