import { loyalty } from '#features/loyalty/loyalty.contract.ts'
import { dayText } from '#shared/cell-text.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useCall } from '#ui/use-call.ts'
import { pointsScreenWords } from './loyalty-points.messages.ts'
import styles from './roll-forward.module.css'

/** What is due to expire next, and the way to its preview. Draws nothing where nothing is due, or points do not expire. */
export const ExpiryAnnounced = () => {
  const say = useSay(pointsScreenWords)
  const { language } = useLanguage()
  const { Next } = useCall(loyalty.expiryPreview, {}).data ?? {}
  if (!Next || Next.Points === 0) return null
  return (
    <p className={styles.announced}>
      <Go to="/loyalty/expiry" search={{}}>
        {say.count('expires', Next.Points, { day: dayText(Next.Day, language) })}
      </Go>{' '}
      <small>{say('expiresWhy')}</small>
    </p>
  )
}
