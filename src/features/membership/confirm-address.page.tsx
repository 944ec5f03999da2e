import { CallError } from '#ui/call-error.ts'
import { Refusal } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { Door } from './door.part.tsx'
import { useLinkToken } from './link-token.part.ts'
import { ownLogin } from './own-login.contract.ts'
import { ownLoginTexts } from './own-login.messages.ts'

const LINK = 'daybook.address-link'

/** Where the mail to a new address leads: one button that says it is theirs. Opening the page alone confirms nothing, since mail scanners open links. */
const ConfirmAddressPage = () => {
  const say = useSay(ownLoginTexts)
  const token = useLinkToken(LINK)
  const link = useCall(ownLogin.newAddress, { params: { token } }, { enabled: token !== '' })
  const confirm = useSend(ownLogin.confirmAddress, { quiet: true, onDone: () => sessionStorage.removeItem(LINK) })
  const isOver = (error: unknown) => error instanceof CallError && error.status === 404
  if (token === '' || isOver(link.error) || isOver(confirm.error))
    return (
      <Door title={say('dead')}>
        <p className="lede">{say('deadBody')}</p>
        <Go to="/preferences" className="btn primary big">
          {say('goOn')}
        </Go>
      </Door>
    )
  if (link.error)
    return (
      <Door title={say('confirmTitle')}>
        <Failed error={link.error} onRetry={() => link.refetch()} />
      </Door>
    )
  if (!link.data)
    return (
      <Door title={say('confirmTitle')}>
        <Waiting rows={3} />
      </Door>
    )
  const { Name, UserName, Email } = link.data
  if (confirm.isSuccess)
    return (
      <Door title={say('confirmTitle')}>
        <p role="status">{say('confirmed', { email: Email })}</p>
        <Go to="/membership" className="btn primary big">
          {say('goOn')}
        </Go>
      </Door>
    )
  return (
    <Door title={say('confirmTitle')} lede={say('confirmLede', { name: Name, email: Email, user: UserName })}>
      <Refusal error={confirm.error} />
      <button
        type="button"
        className="btn primary big"
        disabled={confirm.isPending}
        aria-busy={confirm.isPending}
        onClick={() => confirm.mutate({ params: { token } })}
      >
        {say('confirmDo')}
      </button>
    </Door>
  )
}

export default ConfirmAddressPage
