import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'

interface NoTargetsProps {
  /** The locations for want of whose target all together have none. */
  names: readonly string[]
  /** No location has one. */
  none: boolean
  /** A day of the year where one is missing. */
  day: string
}

/** Says where a target is missing, and leads to where it is set. */
export const NoTargets = ({ names, none, day }: NoTargetsProps) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const user = useStoredUser()
  if (!none && names.length === 0) return null
  return (
    <p className="note">
      {none ? say('noTargets') : say('noTargetFor', { locations: names.join(language === 'jp' ? '、' : ', ') })}{' '}
      {user && tagsOf(user).includes('can_editsettings') && (
        <Go to="/venue/targets" search={{ month: day.slice(0, 7) }}>
          {say('setTargets')}
        </Go>
      )}
    </p>
  )
}
