import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import styles from './sheets-list.module.css'
import { varianceWords } from './variance.messages.ts'

/** Sheets, or who is over and short. */
export const ViewTabs = ({ view }: { view: 'sheets' | 'variance' }) => {
  const say = useSay(varianceWords)
  return (
    <nav className={styles.views} aria-label={say('view')}>
      <Go change={{ tab: undefined, cell: undefined, method: undefined }} {...(view === 'sheets' ? { 'aria-current': 'page' as const } : {})}>
        {say('sheetsTab')}
      </Go>
      <Go
        change={{ tab: 'variance', status: undefined, till: undefined, only: undefined }}
        {...(view === 'variance' ? { 'aria-current': 'page' as const } : {})}
      >
        {say('variance')}
      </Go>
    </nav>
  )
}
