import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PasswordField } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useHouse } from '#ui/house.ts'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { useSend } from '#ui/use-call.ts'
import { membership } from './membership.contract.ts'
import { membershipTexts } from './membership.messages.ts'
import { NewPassword, passwordRules } from './password-rules.part.tsx'

/** One's own password, with the one it replaces. */
const ChangePasswordPage = () => {
  const say = useSay(membershipTexts)
  const sayUi = useSay(ui)
  const user = useStoredUser()
  const house = useHouse()
  const navigate = useNavigate()
  const [CurrentPassword, setCurrent] = useState('')
  const [Password, setPassword] = useState('')
  const change = useSend(membership.changePassword, {
    quiet: true,
    onDone: () => {
      toast.success(sayUi('saved'))
      navigate({ to: ((user && house.firstScreen(user)?.path) ?? '/membership') as never })
    },
  })
  const rules = passwordRules(Password, { userName: user?.UserName ?? '', current: CurrentPassword })
  const ready = CurrentPassword !== '' && rules.every((rule) => rule.met)
  const employeeId = user?.Venues.find((venue) => venue.VenueId === user.VenueId)?.EmployeeId ?? 0
  const { form, onSubmit, wrong } = useForm({
    value: { CurrentPassword, Password },
    body: membership.changePassword.body,
    error: change.error,
    onSend: (body) => ready && change.mutate({ params: { id: String(employeeId) }, body }),
  })
  return (
    <Page title={say('changeTitle')} sheet>
      <form className="form" ref={form} onSubmit={onSubmit} noValidate>
        <input type="text" name="username" autoComplete="username" value={user?.UserName ?? ''} readOnly hidden />
        <PasswordField
          label={say('currentPassword')}
          name="current"
          autoComplete="current-password"
          value={CurrentPassword}
          onChange={setCurrent}
          wrong={wrong('CurrentPassword') && say('notCurrent')}
        />
        <NewPassword value={Password} onChange={setPassword} rules={rules} wrong={wrong('Password')} />
        <Refusal error={change.error} fields={['Password', 'CurrentPassword']} />
        <div className="acts">
          <button type="submit" className="btn primary big" disabled={!ready || change.isPending} aria-busy={change.isPending}>
            {say('changePassword')}
          </button>
        </div>
        <p className="note">{say('changeNote')}</p>
      </form>
    </Page>
  )
}

export default ChangePasswordPage
