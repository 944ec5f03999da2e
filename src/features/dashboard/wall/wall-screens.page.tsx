import { useState } from 'react'
import { useActing } from '#ui/acting.ts'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useAskAgain, useCall } from '#ui/use-call.ts'
import { type Board, boards } from './boards.contract.ts'
import { ClaimScreen } from './claim-screen.part.tsx'
import { ScreenTable } from './screen-table.part.tsx'
import { showOnWallWords } from './show-on-wall.messages.ts'
import { TakeDown } from './take-down.part.tsx'
import { wallScreenWords } from './wall-screens.messages.ts'

/** The wall screens that show a dashboard: one's own, or the venue's for whoever looks after it. */
const WallScreensPage = () => {
  const say = useSay(wallScreenWords)
  const sayShow = useSay(showOnWallWords)
  const user = useStoredUser()
  const acting = useActing()
  const [url, change] = useUrlState()
  const [taking, setTaking] = useState<Board>()
  const { data, error, refetch } = useCall(boards.boards, {}, { fresh: true, everySeconds: 60 })
  const again = useAskAgain(boards.boards)
  const mayShow = tagsOf(user).includes('can_viewdashboard') && !acting
  const show = mayShow && (
    <button type="button" className="btn primary" onClick={() => change({ show: '1' })}>
      {sayShow('show')}
    </button>
  )
  return (
    <Page title={say('title')} make={show}>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <Waiting />
      ) : data.Boards.length === 0 ? (
        <Empty title={say('none')}>
          <p>{say('noneWhy', { address: `${location.origin}/wall` })}</p>
        </Empty>
      ) : (
        <ScreenTable boards={data.Boards} onTakeDown={acting ? undefined : setTaking} />
      )}
      {url.show === '1' && mayShow && user?.Config && (
        <ClaimScreen config={user.Config} onDone={() => void again()} onClose={() => change({ show: undefined })} />
      )}
      {taking && <TakeDown board={taking} onDone={() => void again()} onClose={() => setTaking(undefined)} />}
    </Page>
  )
}

export default WallScreensPage
