import { useQueryClient } from '@tanstack/react-query'
import { changeStoredUser, storedUser } from '#ui/stored-user.ts'
import { callKey, useSend } from '#ui/use-call.ts'
import { savedViews, type View, type Viewed } from './saved-views.contract.ts'

/** Where a view is opened. */
export const addressOf = ({ Path, Search }: Viewed): string => (Search ? `${Path}?${Search}` : Path)

/** Changes to views; the list is asked for again, and what opens at sign-in is known at once. */
export const useViewChanges = () => {
  const queries = useQueryClient()
  const again = () => queries.invalidateQueries({ queryKey: callKey(savedViews.listViews) })
  const { mutate: change } = useSend(savedViews.changeView, { onDone: again })
  const home = useSend(savedViews.chooseHome, { onDone: again })
  const chooseHome = (view: View | null) => home.mutate({ body: { ViewId: view?.ViewId ?? null } }, { onSuccess: () => keepHome(view && addressOf(view)) })
  return { change, chooseHome, again }
}

const keepHome = (Home: string | null): void => {
  const config = storedUser()?.Config
  if (config) changeStoredUser({ Config: { ...config, Home } })
}
