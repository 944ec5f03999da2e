import { frameTexts } from './frame.messages.ts'
import { Go } from './go.tsx'
import { useHouse } from './house.ts'
import { useSay } from './language.tsx'
import { Page } from './page.tsx'
import type { Screen } from './screen.ts'
import { useStoredUser } from './stored-user.ts'

/** A screen that is a later piece of work: the lines are ruled, nothing is written in them yet, and it says what will be. */
export const LaterPage = ({ screen }: { screen: Screen }) => {
  const say = useSay(screen.words)
  const sayFrame = useSay(frameTexts)
  const user = useStoredUser()
  const house = useHouse()
  const open = user ? house.openScreens(user).slice(0, 3) : []
  return (
    <Page title={say(screen.title)} sheet>
      <section className="later">
        <p className="later-tag">{sayFrame('laterTag')}</p>
        <svg className="later-lines" viewBox="0 0 720 176" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 .5h720M0 36.5h720M0 72.5h720M0 108.5h720M0 144.5h720" />
          <path className="struck" d="M0 36.5h720L0 144.5h720" />
          <path className="sum" d="M540 172.5h180M540 175.5h180" />
        </svg>
        <h2>{sayFrame('laterShows')}</h2>
        <p className="later-about">{say(screen.about ?? screen.title)}</p>
        {open.length > 0 && (
          <>
            <h3>{sayFrame('laterMeanwhile')}</h3>
            <ul className="later-links">
              {open.map((other, place) => (
                <li key={other.path}>
                  <ScreenLink screen={other} className={place === 0 ? 'btn primary' : 'btn'} />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </Page>
  )
}

/** A link to a screen by its own title. */
const ScreenLink = ({ screen, className }: { screen: Screen; className: string }) => {
  const say = useSay(screen.words)
  return (
    <Go to={screen.path} className={className}>
      {say(screen.title)}
    </Go>
  )
}
