import { PROVIDER_TAGS } from '#integrations/connections.contract.ts'
import { tagNames } from '#shared/tag-names.messages.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { TryAgain } from './connection-acts.part.tsx'
import type { ConnectionsContext } from './connection-context.part.ts'
import { connectionWords } from './connections.messages.ts'
import styles from './connections.module.css'
import { LINK_SCREENS, linkTarget, type Need, providerOf } from './connections.rules.ts'

const STRIPE_ACCOUNT = 'https://dashboard.stripe.com/account'

/** Everything that waits for somebody, one step each. */
export const Needs = ({ needs, context }: { needs: readonly Need[]; context: ConnectionsContext }) => {
  const say = useSay(connectionWords)
  if (needs.length === 0) return null
  return (
    <ul className={styles.needs} aria-label={say('needs')}>
      {needs.map((need) => (
        <OneNeed key={keyOf(need)} need={need} context={context} />
      ))}
    </ul>
  )
}

const keyOf = (need: Need) =>
  'link' in need
    ? `${need.what} ${need.link.Provider} ${need.link.LocationId} ${need.what === 'domain' ? need.domain : ''}`
    : `${need.what} ${providerOf(need)}`

const OneNeed = ({ need, context }: { need: Need; context: ConnectionsContext }) => {
  const { title, about } = useNeedWords(need, context)
  const say = useSay(connectionWords)
  const sayTag = useSay(tagNames)
  const provider = providerOf(need)
  const mayAct = context.mayAct(provider, 'link' in need ? need.link.LocationId : null)
  return (
    <li className={need.what === 'attention' ? styles.worst : undefined}>
      <Icon name="alert" />
      <p>
        <b>{title}</b>
        <small>
          {about} {!mayAct && say('askFor', { tag: sayTag(PROVIDER_TAGS[provider]) })}
        </small>
      </p>
      {mayAct && <Step need={need} context={context} />}
    </li>
  )
}

const useNeedWords = (need: Need, { where }: ConnectionsContext): { title: string; about: string } => {
  const say = useSay(connectionWords)
  const moment = useVenueMoment()
  if (!('link' in need)) return { title: say.count(need.what, need.count, { provider: providerOf(need) }), about: say(`${need.what}.about`) }
  const { Provider: provider, LocationId, LastSync, Trouble, TroubleSince } = need.link
  const at = where(provider, LocationId)
  if (need.what === 'rows') return { title: say.count('rows', need.count, { where: at }), about: say('rows.about', { provider }) }
  if (need.what === 'attention') {
    const title = LastSync ? say('attention.title', { where: at, when: moment(LastSync) }) : say('attention.never', { where: at })
    return { title, about: say(Trouble === 'revoked-there' ? 'attention.revoked-there' : 'attention.refused', { provider }) }
  }
  if (need.what === 'stuck') {
    const since = LastSync ?? TroubleSince ?? ''
    const trouble = Trouble === 'endless' || Trouble === 'busy' || Trouble === 'unreadable' ? Trouble : 'silent'
    return { title: say('stuck.title', { where: at, when: moment(since) }), about: say(`trouble.${trouble}`, { provider }) }
  }
  const domain = need.what === 'domain' ? need.domain : ''
  return { title: say(`${need.what}.title`, { where: at, domain }), about: say(`${need.what}.about`) }
}

const Step = ({ need, context }: { need: Need; context: ConnectionsContext }) => {
  const say = useSay(connectionWords)
  const tags = tagsOf(useStoredUser())
  if (!('link' in need))
    return (
      <Go className="btn" to={LINK_SCREENS[providerOf(need)]}>
        {say(need.what === 'people' ? 'matchPeople' : need.what === 'areas' ? 'matchAreas' : 'lookAtOrders')}
      </Go>
    )
  if (need.what === 'rows')
    return (
      <Go className="btn" to={LINK_SCREENS[need.link.Provider]}>
        {say('lookAtRows')}
      </Go>
    )
  const { Provider: provider, LocationId: place } = need.link
  if (need.what === 'attention')
    return (
      <Go className="btn primary" to={linkTarget(provider, place)} aria-label={say('againNamed', { where: context.where(provider, place) })}>
        {say('again')}
      </Go>
    )
  if (need.what === 'stuck') return <TryAgain provider={provider} place={place} context={context} />
  if (need.what === 'domain')
    return tags.includes('can_editsettings') ? (
      <Go className="btn" to="/venue/settings" search={{ tab: 'domains' }}>
        {say('domains')}
      </Go>
    ) : null
  return (
    <a className="btn" href={STRIPE_ACCOUNT} rel="noreferrer">
      {say('finish')}
    </a>
  )
}
