import type { Messages } from '#shared/messages.ts'
import { roleNames, tagNames } from '#shared/tag-names.messages.ts'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import type { Offer } from './invitations.contract.ts'
import { invitationTexts } from './invitations.messages.ts'
import styles from './invitations.module.css'

/** Who invites, until when, and what one could do there. */
export const OfferFacts = ({ offer }: { offer: Offer }) => {
  const say = useSay(invitationTexts)
  const sayRole = useSay(roleNames)
  const speech = useLanguage()
  const until = new Intl.DateTimeFormat(speech.locale, { dateStyle: 'long' }).format(new Date(offer.Expires))
  const listed = new Intl.ListFormat(speech.locale, { type: 'conjunction', style: 'narrow' })
  const facts: [term: string, said: string][] = [
    [say('invitedBy'), offer.InvitedBy],
    [say('roles'), listed.format(offer.Roles.map((role) => sayRole(role as keyof typeof roleNames.en))) || say('noRole')],
    [say('locations'), offer.AllLocations ? say('allLocations') : listed.format(offer.Locations.map(({ Name }) => Name)) || say('noLocations')],
    [say('permissions'), listed.format(offer.Permissions.map(({ Tag }) => said(tagNames as Messages, speech, Tag))) || say('noPermissions')],
    [say('until'), until],
  ]
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
