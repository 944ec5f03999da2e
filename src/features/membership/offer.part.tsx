import type { ReactNode } from 'react'
import type { Messages } from '#shared/messages.ts'
import { roleNames, tagNames } from '#shared/tag-names.messages.ts'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import type { Offer } from './invitations.contract.ts'
import { invitationTexts } from './invitations.messages.ts'
import styles from './invitations.module.css'

const listedWith =
  (comma: string) =>
  (names: readonly string[]): ReactNode =>
    names.length === 0
      ? undefined
      : names.map((name, at) => (
          <span key={name} className={styles.item}>
            {name}
            {at < names.length - 1 && comma}
          </span>
        ))

/** Who invites, until when, and what one could do there; in brief where a form follows. */
export const OfferFacts = ({ offer, brief = false }: { offer: Offer; brief?: boolean }) => {
  const say = useSay(invitationTexts)
  const sayRole = useSay(roleNames)
  const speech = useLanguage()
  const until = new Intl.DateTimeFormat(speech.locale, { dateStyle: 'long' }).format(new Date(offer.Expires))
  const listed = listedWith(say('comma'))
  const facts: [term: string, said: ReactNode][] = [
    [say('invitedBy'), offer.InvitedBy],
    [say('roles'), listed(offer.Roles.map((role) => sayRole(role as keyof typeof roleNames.en))) ?? say('noRole')],
    [say('locations'), offer.AllLocations ? say('allLocations') : (listed(offer.Locations.map(({ Name }) => Name)) ?? say('noLocations'))],
  ]
  if (!brief) {
    const may = offer.Permissions.map(({ Tag }) => said(tagNames as Messages, speech, Tag))
    facts.push([say('permissions'), listed(may) ?? say('noPermissions')], [say('until'), until])
  }
  return (
    <dl className={styles.offer}>
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
