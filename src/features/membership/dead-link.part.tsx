import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { membershipTexts } from './membership.messages.ts'

/** A mailed link that is over, and where another one is asked for. */
export const DeadLinkBody = () => {
  const say = useSay(membershipTexts)
  return (
    <>
      <p className="lede">{say('linkDeadBody')}</p>
      <Go to="/membership/forgotpassword" className="btn primary big">
        {say('newLink')}
      </Go>
    </>
  )
}
