import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { ActMenu } from '#ui/blank.tsx'
import type { ReportOnScreen } from '#ui/house.ts'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { savedViews, type View, type Viewed } from './saved-views.contract.ts'
import { addressOf, useViewChanges } from './view-changes.part.ts'
import { sameView, viewOn } from './view-on-screen.part.ts'
import { viewWords } from './views.messages.ts'

const ViewDialog = lazy(() => import('./view-dialog.part.tsx'))

type Doing = { kind: 'save' } | { kind: 'rename' | 'remove'; view: View }

/** The views kept of this report, and keeping what is on screen as one. */
const ViewsMenu = ({ report }: ReportOnScreen) => {
  const say = useSay(viewWords)
  const [url] = useUrlState()
  const [doing, setDoing] = useState<Doing>()
  const shown = viewOn(url, report)
  const { views, opened, isChanged } = useViews(shown)
  const acts = useActs({ views, opened, isChanged, shown, onDo: setDoing })
  const close = () => setDoing(undefined)
  return (
    <>
      <ActMenu
        ariaLabel={opened ? `${say('views')}: ${isChanged ? say('changedView', { name: opened.Name }) : opened.Name}` : say('views')}
        label={
          <>
            {say('views')}
            {isChanged && ' *'} <Icon name="caret" />
          </>
        }
        acts={acts}
      />
      <Suspense>{doing && <ViewDialog doing={doing} shown={shown} onClose={close} />}</Suspense>
    </>
  )
}

/** The views of this screen, the one that is open, and whether the address has gone on from it. */
const useViews = (shown: Viewed) => {
  // Asked for once the report is drawn: nobody waits for the list of views.
  const enabled = useDeferredValue(true, false)
  const { data } = useCall(savedViews.listViews, {}, { enabled })
  const views = (data?.Views ?? []).filter(({ Path }) => Path === shown.Path)
  const here = views.find(({ Search }) => sameView(Search, shown.Search))
  const [openedId, setOpened] = useState<string>()
  if (here && here.ViewId !== openedId) setOpened(here.ViewId)
  const opened = here ?? views.find(({ ViewId }) => ViewId === openedId)
  return { views, opened, isChanged: opened !== undefined && here === undefined }
}

interface ActsProps {
  views: readonly View[]
  opened: View | undefined
  isChanged: boolean
  shown: Viewed
  onDo: (doing: Doing) => void
}

const useActs = ({ views, opened, isChanged, shown, onDo }: ActsProps) => {
  const say = useSay(viewWords)
  const navigate = useNavigate()
  const { change, chooseHome } = useViewChanges()
  const open = (view: View) => void navigate({ href: addressOf(view) } as never)
  const note = (view: View) =>
    [view.Mine ? (view.Shared ? say('sharedByMe') : say('mine')) : say('sharedBy', { name: view.Owner }), view.Home ? say('opensFirst') : '']
      .filter(Boolean)
      .join(' · ')
  const name = opened?.Name ?? ''
  const mine = opened?.Mine ? opened : undefined
  const params = { viewId: opened?.ViewId ?? '' }
  return [
    ...views.map((view) => ({ id: view.ViewId, label: view.Name, note: note(view), onAct: () => open(view) })),
    ...(mine && isChanged ? [{ id: 'save', label: say('saveChanges', { name }), onAct: () => change({ params, body: { Shows: shown } }) }] : []),
    ...(opened && isChanged ? [{ id: 'discard', label: say('discard'), onAct: () => open(opened) }] : []),
    { id: 'save-as', label: say('saveAs'), onAct: () => onDo({ kind: 'save' }) },
    ...(mine
      ? [
          { id: 'rename', label: say('rename', { name }), onAct: () => onDo({ kind: 'rename', view: mine }) },
          { id: 'share', label: say(mine.Shared ? 'unshare' : 'share', { name }), onAct: () => change({ params, body: { Shared: !mine.Shared } }) },
        ]
      : []),
    ...(opened ? [{ id: 'home', label: say(opened.Home ? 'noHome' : 'makeHome', { name }), onAct: () => chooseHome(opened.Home ? null : opened) }] : []),
    ...(mine ? [{ id: 'remove', label: say('remove', { name }), onAct: () => onDo({ kind: 'remove', view: mine }) }] : []),
  ]
}

export default ViewsMenu
