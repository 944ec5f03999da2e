import { Go, type Target } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import styles from './media-views.module.css'
import { reportWords } from './report.messages.ts'

const MEDIA = '/reports/media-summary'
const BRIDGE = '/reports/media-summary/bridge'

/** Leads on with the same days and places; what else the address says is of the screen one leaves. */
const onWith = (to: string): Target => ({
  to,
  change: Object.fromEntries(
    ['drill', 'receipt', 'step', 'view', 'told', 'fig', 'by', 'dim', 'days', 'part', 'items', 'cmp', 'cmpRange'].map((name) => [name, undefined]),
  ),
})

/** The way from here to the bridge of the same days and places. */
export const TO_BRIDGE: Target = onWith(BRIDGE)

/** The two views of the Media Summary. */
export const MediaViews = ({ view }: { view: 'media' | 'bridge' }) => {
  const say = useSay(reportWords)
  return (
    <nav className={styles.views} aria-label={say('mediaViews')}>
      <Go {...onWith(MEDIA)} aria-current={view === 'media' ? 'page' : undefined}>
        {say('byMedia')}
      </Go>
      <Go {...TO_BRIDGE} aria-current={view === 'bridge' ? 'page' : undefined}>
        {say('bridge')}
      </Go>
    </nav>
  )
}
