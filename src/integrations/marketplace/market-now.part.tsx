import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { marketplace } from './marketplace.contract.ts'
import { marketplaceWords } from './marketplace.messages.ts'
import styles from './marketplace.module.css'
import type { PAUSES } from './marketplace-settings.rules.ts'
import { type MarketPlace, paramsOf, usePlaceMoment } from './place.part.ts'
import type { Storefront } from './storefront.contract.ts'
import type { KeptSettings } from './use-settings.part.ts'

interface MarketNowProps {
  place: MarketPlace
  there: KeptSettings
  shown: Storefront
  onRenew: () => Promise<unknown>
}

type Pause = (typeof PAUSES)[number]

/** Whether the location sells now, the pause in one tap, and where its storefront is. */
export const MarketNow = ({ place, there, shown, onRenew }: MarketNowProps) => {
  const say = useSay(marketplaceWords)
  const moment = usePlaceMoment(shown.TimeZone)
  const send = useSend(marketplace.pause, {
    onDone: async ({ Settings: { PausedUntil } }) => {
      await onRenew()
      toast.success(PausedUntil ? say('pausedNow', { place: place.name, when: moment(PausedUntil) }) : say('resumedNow', { place: place.name }))
    },
  })
  const { Enabled, PausedUntil } = there.Settings
  const pauses: readonly Pause[] = PausedUntil ? ['None'] : ['30 minutes', '1 hour', 'Tomorrow']
  return (
    <section className={styles.now} aria-label={say('now')}>
      <State isPublished={Enabled} shown={shown} />
      {Enabled && (
        <fieldset className={styles.pauses} aria-label={say('pauseFor')}>
          {!PausedUntil && <span>{say('pauseFor')}</span>}
          {pauses.map((Pause) => (
            <button
              type="button"
              key={Pause}
              className={Pause === 'None' ? 'btn primary' : 'btn'}
              disabled={send.isPending}
              onClick={() => send.mutate({ ...paramsOf(place), body: { Pause } })}
            >
              {say(`pause-${Pause}`)}
            </button>
          ))}
        </fieldset>
      )}
    </section>
  )
}

const State = ({ isPublished, shown }: { isPublished: boolean; shown: Storefront }) => {
  const say = useSay(marketplaceWords)
  const moment = usePlaceMoment(shown.TimeZone)
  const { Open, ClosesAt, NextOpening, PausedUntil } = shown
  const [state, ...says] = !isPublished
    ? (['notPublished', say('notPublishedWhy')] as const)
    : PausedUntil
      ? ([
          'paused',
          say('pausedUntil', { when: moment(PausedUntil) }),
          NextOpening !== PausedUntil && NextOpening ? say('opensAfterPause', { when: moment(NextOpening) }) : '',
        ] as const)
      : Open
        ? (['open', ClosesAt ? say('openUntil', { when: moment(ClosesAt) }) : say('openAlways')] as const)
        : (['closed', NextOpening ? say('opens', { when: moment(NextOpening) }) : say('noHours')] as const)
  return (
    <p className={styles.state} data-state={state} role="status">
      <b>{say(state)}</b> {says.filter(Boolean).join(' ')}
    </p>
  )
}
