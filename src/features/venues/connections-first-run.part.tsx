import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import type { ConnectionsContext } from './connection-context.part.ts'
import { connectionWords } from './connections.messages.ts'
import styles from './connections.module.css'
import { LINK_SCREENS, type ProviderRows } from './connections.rules.ts'

/** While nothing is linked: what each provider brings, and what linking it takes. */
export const FirstLinks = ({ groups, context }: { groups: readonly ProviderRows[]; context: ConnectionsContext }) => {
  const say = useSay(connectionWords)
  const ready = groups.filter(({ provider }) => provider.Ready).map(({ provider }) => provider.Provider)
  const notReady = groups.filter(({ provider }) => !provider.Ready).map(({ provider }) => provider.Provider)
  const firstOne = ready.find((provider) => context.mayAct(provider, null) || context.mayAct(provider, 0))
  return (
    <section className={`paper ${styles.first}`}>
      <h2>{say('firstTitle')}</h2>
      <p>{say('firstAbout')}</p>
      <ul>
        {ready.map((provider) => (
          <li key={provider}>
            <div>
              <h3>
                {provider} <small>{say(`kind.${provider}`)}</small>
              </h3>
              <p>{say(`brings.${provider}`)}</p>
              <p className="note">{say(`takes.${provider}`)}</p>
            </div>
            {context.mayAct(provider, 0) && (
              <Go className={provider === firstOne ? 'btn primary' : 'btn'} to={LINK_SCREENS[provider]}>
                {say(provider === 'Marketplace' ? 'setUpProvider' : 'connectProvider', { provider })}
              </Go>
            )}
          </li>
        ))}
      </ul>
      {notReady.length > 0 && <p className="note">{say('firstNotSetUp', { providers: notReady.join(say('comma')) })}</p>}
    </section>
  )
}
