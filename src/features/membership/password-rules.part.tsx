import { PasswordField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { membershipTexts } from './membership.messages.ts'

const SHORTEST = 12

/** What a new password must be, ticked off while it is typed. The server asks again, and for known ones too. */
export const passwordRules = (password: string, { userName, current }: { userName: string; current?: string }) => [
  { rule: 'ruleLength' as const, met: [...password].length >= SHORTEST },
  { rule: 'ruleName' as const, met: password !== '' && password.toLowerCase() !== userName.toLowerCase() },
  ...(current === undefined ? [] : [{ rule: 'ruleNew' as const, met: password !== '' && password !== current }]),
]

interface NewPasswordProps {
  value: string
  onChange: (value: string) => void
  rules: ReturnType<typeof passwordRules>
  wrong: string | undefined
}

/** A password being chosen, with what it must be. */
export const NewPassword = ({ value, onChange, rules, wrong }: NewPasswordProps) => {
  const say = useSay(membershipTexts)
  return (
    <>
      <PasswordField label={say('newPassword')} name="password" autoComplete="new-password" value={value} onChange={onChange} wrong={wrong} />
      <ul className="rules" id="password-rules">
        {rules.map(({ rule, met }) => (
          <li key={rule} className={met ? 'met' : undefined}>
            <Icon name="check" /> {say(rule)}
          </li>
        ))}
      </ul>
      <small>{say('ruleNote')}</small>
    </>
  )
}
