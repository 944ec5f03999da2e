import { useMemo } from 'react'
import { useHouse } from '#ui/house.ts'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { accessTexts } from './access.messages.ts'
import type { ChosenVenue } from './chosen-venue.part.tsx'
import styles from './menu-preview.module.css'

interface MenuPreviewProps {
  place: ChosenVenue
  tags: readonly string[]
  roles: readonly string[]
}

/** The very menu somebody with these permissions has, by the rule the rail itself goes by. */
export const MenuPreview = ({ place, tags, roles }: MenuPreviewProps) => {
  const say = useSay(accessTexts)
  const speech = useLanguage()
  const house = useHouse()
  const user = useStoredUser()
  const menu = useMemo(() => {
    if (!user) return []
    // How another venue is set up Admin's own record does not tell: its switches are taken as they come by default.
    const Config = place.isAdmin ? null : user.Config
    return house.menu({ ...user, Roles: [...roles], Permissions: tags.map((Tag) => ({ Tag })), Config })
  }, [house, user, place.isAdmin, tags, roles])
  return (
    <section className={styles.preview} aria-live="polite">
      <h2>{say('previewTitle')}</h2>
      <small>{say('previewAt', { venue: place.venueName })}</small>
      <ul>
        {menu.map((item) => (
          <li key={item.path}>
            {said(item.words, speech, item.title)}
            {item.screens.length > 1 && (
              <ul>
                {item.screens.map((screen) => (
                  <li key={screen.path}>{said(screen.words, speech, screen.title)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {tags.length === 0 && <p>{say('previewNothing')}</p>}
    </section>
  )
}
