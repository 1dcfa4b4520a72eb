import { useApp } from '../../data/context.ts'
import { setPreferences } from '../../data/preferences.ts'

/** Sets the folder for new chats. Null: it worked; otherwise the reason for the refusal. */
export function useChooseFolder(): (folder: string) => Promise<string | null> {
  const { askMe } = useApp()
  return async (folder) => {
    const answer = await setPreferences({ default_folder: folder.trim() })
    if (!answer.ok) return answer.message
    await askMe()
    return null
  }
}
