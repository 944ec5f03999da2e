import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { admission, type Screen } from '#ui/screen.ts'
import { useStoredUser } from '#ui/stored-user.ts'
import { reportsMenu } from './kit/report-names.messages.ts'
import { reports } from './reports.menu.ts'

const GROUPS = ['money', 'products', 'people', 'loyalty'] as const

/** Which report answers which question; only those open to the person. */
const ReportsPage = () => {
  const say = useSay(reportsMenu)
  const user = useStoredUser()
  const open = user ? reports.screens.filter((screen) => !screen.offMenu && admission(screen, user) === 'open') : []
  return (
    <Page title={say('reports')} sheet>
      {GROUPS.map((group) => (
        <Group key={group} title={say(group)} screens={open.filter((screen) => screen.group === group)} />
      ))}
    </Page>
  )
}

export default ReportsPage

const Group = ({ title, screens }: { title: string; screens: readonly Screen[] }) => {
  const say = useSay(reportsMenu)
  if (screens.length === 0) return null
  return (
    <section>
      <h2 className="group-title">{title}</h2>
      <ul className="index-list">
        {screens.map((screen) => (
          <li key={screen.path}>
            <Go to={screen.path}>
              <b>{say(screen.title as keyof typeof reportsMenu.en)}</b>
              <span>{screen.about && say(screen.about as keyof typeof reportsMenu.en)}</span>
              {!screen.page && <span className="end">{say('notYet')}</span>}
            </Go>
          </li>
        ))}
      </ul>
    </section>
  )
}
