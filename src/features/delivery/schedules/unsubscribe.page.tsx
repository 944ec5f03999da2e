import { useEffect } from 'react'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { schedules } from './schedules.contract.ts'
import { scheduleWords } from './schedules.messages.ts'

/** The link at the foot of a mailed report: opening it changes nothing, since mail scanners open links; one click does. */
const UnsubscribePage = () => {
  const say = useSay(scheduleWords)
  const token = window.location.hash.slice(1)
  const leave = useSend(schedules.unsubscribe, { quiet: true })
  const title = leave.data ? say('gone') : say('leaveTitle')
  useEffect(() => {
    document.title = `${title} · Daybook`
  }, [title])
  return (
    <div className="door">
      <main>
        <div className="slip">
          <h1 className="words">{title}</h1>
          <div className="lede">{leave.data ? say('goneBody', { name: leave.data.Name, venue: leave.data.Venue }) : say(token ? 'leaveBody' : 'badLink')}</div>
          <Refusal error={leave.error} />
          {token && !leave.data && (
            <button
              type="button"
              className="btn primary big"
              disabled={leave.isPending}
              aria-busy={leave.isPending}
              onClick={() => leave.mutate({ params: { token } })}
            >
              {say('leave')}
            </button>
          )}
        </div>
      </main>
    </div>
  )
}

export default UnsubscribePage
